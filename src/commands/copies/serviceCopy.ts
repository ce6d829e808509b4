import { posix } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { CancelledError } from '../../api/cancelled';
import { isNotFound, lostAs } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { sayLate, showInfo } from '../../ask/notify';
import { minute } from '../../clock';
import { type CopyState, copyStateOf } from '../../domain/instances/copyState';
import { lifecycleOf, type Lifecycle } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { ignore } from '../../log/log';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { askText } from '../../prompts/steps';
import { pause } from '../../ssh/login/probe';
import { type AccountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { perGigabyte } from '../../views/instances/instanceDetails';
import { type Call, read } from '../call';
import { nameOf } from '../instances/eachInstance';
import { knownInstance } from '../instances/targetInstance';

/** How a copy by the service ended; `unknown` where the service doesn't tell. */
export interface ServiceCopy {
  outcome: 'done' | 'unknown';
  /** The service's last words of it. */
  message: string;
}

/** A copy that the service makes between two places, in words and calls. */
interface Plan {
  /** "/data of train (5)". */
  from: string;
  to: string;
  /** The instance whose `status_msg` tells how it goes on. */
  toldBy: number;
  begin: () => Promise<void>;
  cancel: () => Promise<void>;
}

/** Milliseconds between two looks at how a copy goes on. */
const lookEvery = 5000;
/** After how many milliseconds without a word of the service it isn't waited for any longer. */
const silence = 10 * minute;

/**
 * Begins a copy and waits for its end. Undefined if the person cancelled it, and it was ended. Where the service falls
 * silent, a person can look again or end it.
 *
 * @throws LocalError 'may_pass' with the service's words when it failed; ApiError 'outcome_unknown' when the answer to
 * its request was lost
 */
export async function serviceCopy(
  services: Services,
  who: AccountInUse,
  { interactive }: Call,
  plan: Plan,
): Promise<ServiceCopy | undefined> {
  let before: string | undefined;
  let isBegun = false;
  const title = vscode.l10n.t('Copying {0} to {1}', plan.from, plan.to);
  const cancel = async (): Promise<undefined> => {
    if (isBegun) await sayLate(vscode.l10n.t('Canceling the copy…'), plan.cancel());
  };
  const begin = async (): Promise<void> => {
    mustBeInUse(services.accounts, who);
    isBegun = true;
    // Not ended by the person: then nobody would know whether it has begun.
    await plan.begin().catch((error: unknown) => {
      throw lostAs(
        error,
        vscode.l10n.t(
          'The service’s response was lost. The copy may have begun: look for the files before you copy again.',
        ),
      );
    });
    services.log.info(`Asked for a copy that instance ${plan.toldBy} tells of.`);
  };
  const look = () =>
    withCancellableProgress(title, async ({ report, signal }) => {
      before ??= await messageOf(who, plan.toldBy, signal);
      if (!isBegun) await begin();
      return endOf(services, who, plan, { before, report, signal });
    });
  let end = await look();
  while (interactive && end && end.state === undefined) {
    const again = vscode.l10n.t('Look Again');
    const stop = vscode.l10n.t('Cancel Copy');
    const said = vscode.l10n.t(
      'The service doesn’t tell how the copy of {0} ended. It may still be going on.',
      plan.from,
    );
    const pressed = await showInfo(said, again, stop);
    if (pressed === stop) return cancel();
    if (pressed !== again) break;
    end = await look();
  }
  if (!end) return cancel();
  const { state, message } = end;
  if (state === 'failed')
    throw new LocalError('may_pass', vscode.l10n.t('The service couldn’t copy {0}: {1}', plan.from, message));
  if (state === 'cancelled')
    throw new LocalError('may_pass', vscode.l10n.t('The copy of {0} was canceled.', plan.from));
  const outcome = state === 'done' ? 'done' : 'unknown';
  if (interactive && outcome === 'done')
    void showInfo(vscode.l10n.t('The service says that {0} was copied to {1}.', plan.from, plan.to));
  return { outcome, message };
}

interface Watch {
  /** What the service said before the copy. */
  before: string;
  report: (message: string) => void;
  signal: AbortSignal;
}

async function endOf(
  { log, clock }: Services,
  who: AccountInUse,
  { toldBy }: Plan,
  { before, report, signal }: Watch,
): Promise<{ state: CopyState | undefined; message: string }> {
  let message = before;
  let saidAt = clock.monotonic();
  while (clock.monotonic() - saidAt < silence) {
    const now = await messageOf(who, toldBy, signal).catch((error: unknown) => {
      if (isNotFound(error) || error instanceof CancelledError) throw error;
      ignore(log, 'the copy goes on, and the next look tells how')(error);
      return message;
    });
    if (now !== message) {
      message = now;
      saidAt = clock.monotonic();
      report(message);
    }
    // An end that is said at once is one of an earlier copy.
    const state = message === before ? undefined : copyStateOf(message);
    if (state !== undefined && state !== 'going') return { state, message };
    await pause(lookEvery, signal);
  }
  return { state: undefined, message };
}

async function messageOf({ client }: AccountInUse, id: number, signal?: AbortSignal): Promise<string> {
  const { status_msg: message } = await client.instances.get(id, signal ? { signal } : {});
  return plainText(message ?? '', 200);
}

/** @throws LocalError 'not_possible' for an instance whose disk isn't there or is being made */
export async function mustHaveDisk(services: Services, id: number): Promise<void> {
  if (hasDisk(lifecycleOf(await knownInstance(services, id)))) return;
  throw new LocalError(
    'not_possible',
    vscode.l10n.t('The service can copy only while {0} is running or stopped.', nameOf(services, id)),
  );
}

export const hasDisk = ({ phase }: Pick<Lifecycle, 'phase'>): boolean =>
  phase === 'running' || phase === 'stopped';

interface PathQuestion {
  title: string;
  prompt: string;
  value: string;
  validate: (path: string) => string | undefined;
}

/** The path that an argument of the call has, else what the person types. Undefined if they close the question. */
export async function pathOf(
  { arguments: given, interactive }: Call,
  argument: string,
  { validate, ...question }: PathQuestion,
): Promise<string | undefined> {
  const path = z.string().check(z.refine((text) => validate(text) === undefined));
  const known = read(given, argument, interactive ? z.optional(path) : path);
  if (known !== undefined) return known;
  const text = await askText({ ...question, validate: (text) => validate(text.trim()) });
  return text?.trim();
}

export const sourceProblem = (path: string): string | undefined =>
  /^\/\P{Cc}*$/u.test(path)
    ? undefined
    : vscode.l10n.t('Enter a path that begins with /, such as /workspace/data.');

/** What would be written over there ends the login to the machine. */
export const targetProblem = (target: string): string | undefined =>
  sourceProblem(target) ??
  (/^\/(root\/?|root\/\.ssh(\/.*)?)?$/.test(posix.normalize(target).replace(/^\/+/, '/'))
    ? vscode.l10n.t('Enter a folder below /root or elsewhere: copying over {0} can end SSH access.', target)
    : undefined);

export const trailingSlash = (): string =>
  vscode.l10n.t('A path that ends with / stands for what is in the folder.');

/** What a person needs to know before it begins. */
export function copyLines(
  services: Services,
  ends: { from: number; to?: undefined } | { from?: number; to: number },
): string {
  const name = nameOf(services, ends.to ?? ends.from);
  const isOfCloud = ends.to === undefined || ends.from === undefined;
  const traffic = [
    traffics(services, ends.from, ({ inet_up_cost: up }) => up, '↑'),
    traffics(services, ends.to, ({ inet_down_cost: down }) => down, '↓'),
  ].filter(Boolean);
  return [
    vscode.l10n.t('Files of the same name there are replaced.'),
    ...traffic,
    vscode.l10n.t('The copy goes on when VS Code is closed.'),
    isOfCloud
      ? vscode.l10n.t('Canceling it ends all copies between {0} and cloud storage, not only this one.', name)
      : vscode.l10n.t('Canceling it ends all copies to {0}, not only this one.', name),
  ].join('\n\n');
}

function traffics(
  { instances }: Services,
  id: number | undefined,
  costOf: (instance: SharedInstance) => number | undefined,
  arrow: string,
): string | undefined {
  const instance = id === undefined ? undefined : instances.get(id);
  if (!instance) return undefined;
  const cost = costOf(instance);
  const said = cost === undefined ? vscode.l10n.t('not told') : perGigabyte(cost);
  return vscode.l10n.t('Traffic of {0}: {1}', nameOf({ instances }, instance.id), `${arrow} ${said}`);
}
