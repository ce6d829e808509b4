import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { instanceName } from '../../ask/instanceName';
import { PersonCall } from '../../ask/caller';
import { showInfo, showWarning, showWith } from '../../ask/notify';
import { callCommand } from '../../commandNames';
import { sshSetup } from '../../connect/entries/sshSetup';
import { openDisk } from '../../connect/openSource';
import { remoteOf } from '../../connect/remotes';
import { settings } from '../../stores/settings';
import { formatSentences } from '../../domain/format';
import type { Source } from '../../ssh/transfer/source';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { agreedThen } from '../../domain/runs/agreedThen';
import { lacksResults, type Run } from '../../domain/runs/run';
import { RunKeeper } from '../../stores/runs/runKeeper';
import type { RunReports, RunsInstance, WhyKept } from '../../stores/runs/stoppedRuns';
import type { RunsStores } from './lazyRuns';
import { offerPorts } from './portOffers';
import { costWords, keptWords, phaseWords, timeOf } from './runNodes';

/** Keeps runs until the subscriptions end, and tells a person how they end and what they serve. */
export function keepRuns(stores: RunsStores, subscriptions: { dispose(): unknown }[]): RunKeeper {
  const own = {
    remoteOf: (id: number) => remoteOf(sshSetup(), stores.instances.get(id) ?? { id }),
    diskOf: async (instanceId: number, signal: AbortSignal): Promise<Source | undefined> => {
      const { client } = stores.accounts;
      return client && openDisk(client, sshSetup(), instanceId, { signal, log: stores.log });
    },
    destroyWithin: () => settings.run.destroyWithinHours,
  };
  const keeper = new RunKeeper({ ...stores, ...own }, new RunTeller(stores));
  subscriptions.push(keeper, offerPorts(stores));
  return keeper;
}

class RunTeller implements RunReports {
  readonly #stores: Pick<RunsStores, 'accounts' | 'clock' | 'runs'>;

  constructor(stores: Pick<RunsStores, 'accounts' | 'clock' | 'runs'>) {
    this.#stores = stores;
  }

  ended(run: Run, end: RunsInstance): void {
    const { accounts, clock, runs } = this.#stores;
    const now = clock.now();
    const known = runs.known(accounts.active?.id ?? '');
    const serving = known.filter(({ serves }) => serves === run.id);
    const agreed = end.end === 'kept' ? 'keep' : agreedThen(run, known);
    // Of several instances, each has its own.
    const then = serving.length > 0 ? run.then : agreed;
    const lacking = known.find(
      (one) => one.instanceId === run.instanceId && one.id !== run.id && lacksResults(one),
    );
    const [open, log] = [vscode.l10n.t('Open Results'), vscode.l10n.t('Show Log')];
    const fetch = vscode.l10n.t('Fetch Results');
    const lacks = lacksResults(run);
    const results = lacks
      ? end.isGone
        ? []
        : [fetch]
      : run.fetch.length > 0 && run.fetchedAt !== undefined
        ? [open]
        : [];
    const buttons = [...results, log];
    const isGood = run.why === 'exit' && run.code === 0 && !lacks;
    void (isGood ? showInfo : showWarning)(
      endWords({ ...run, then }, serving, now, { ...end, lacking }),
      ...buttons,
    ).then((pressed) => {
      const call = new PersonCall({ runId: run.id });
      if (pressed === open) void callCommand('openRunResults', call);
      if (pressed === fetch) void callCommand('fetchRun', call);
      if (pressed === log) void callCommand('followRun', call);
    });
  }

  kept(run: Run, instance: SharedInstance, why: WhyKept): void {
    const { instanceId } = run;
    const [fetch, destroy] = [vscode.l10n.t('Fetch Results'), vscode.l10n.t('Destroy…')];
    const said = whyKeptWords(run, instanceName(instance), why);
    const kept = keptWords(run, instance, this.#stores.clock.now());
    const cost = kept === '' ? '' : vscode.l10n.t('It is stopped and {0}.', kept);
    const lacking = typeof why === 'object' ? why : undefined;
    void showWarning(formatSentences([said, cost]), ...(lacking ? [fetch, destroy] : [destroy])).then(
      (pressed) => {
        if (lacking && pressed === fetch) void callCommand('fetchRun', new PersonCall({ runId: lacking.id }));
        if (pressed === destroy) void callCommand('destroyInstance', new PersonCall({ instanceId }));
      },
    );
  }

  handedOver({ name }: Run, next: Run): void {
    void showInfo(
      vscode.l10n.t(
        'The first instance of {0} was lost. {1} goes on with the sweep.',
        name,
        next.instanceName,
      ),
    );
  }

  notFetched(run: Run, error: unknown): void {
    const title = vscode.l10n.t('Fetch Again');
    const said = vscode.l10n.t('The results of {0} couldn’t be fetched.', run.name);
    const fetch = () => callCommand('fetchRun', new PersonCall({ runId: run.id }));
    void showWith(showWarning, formatSentences([said, describeError(error).message]), [
      { title, run: fetch },
    ]);
  }
}

/** Why an instance stays that was to be destroyed after a run. */
export function whyKeptWords({ name }: Run, kept: string, why: WhyKept): string {
  switch (why) {
    case 'old':
      return vscode.l10n.t('{0} isn’t destroyed, because {1} ended too long ago.', kept, name);
    case 'more':
      return vscode.l10n.t(
        '{0} isn’t destroyed, because it may hold more than the results of {1}.',
        kept,
        name,
      );
    default:
      return vscode.l10n.t('{0} isn’t destroyed, because the results of {1} are only there.', kept, why.name);
  }
}

/** @property lacking another run whose results are only there */
type EndFacts = RunsInstance & { lacking?: Run | undefined };

/** How a run ended, what it cost, and what becomes of its instance. @param serving of a sweep, what its other machines ran */
export function endWords(run: Run, serving: readonly Run[], now: number, end: EndFacts = {}): string {
  const facts = [timeOf(run, now), costWords(run, now, serving)].filter(Boolean).join(', ');
  const what = phaseWords(run);
  const said = vscode.l10n.t('{0}: {1}.', run.name, facts ? `${what} (${facts})` : what);
  const isOfAll = serving.length > 0 && (run.recreatedAt === undefined || run.then === 'keep');
  const then = isOfAll ? thenOfAll(run) : thenWords(run, end);
  const lacking = lacksResults({ ...run, recreatedAt: undefined })
    ? vscode.l10n.t('Not all of its results are on this computer.')
    : '';
  return formatSentences([said, lacking, then]);
}

/** What becomes of the instances of a sweep. */
function thenOfAll(run: Run): string {
  switch (run.then) {
    case 'keep':
      return vscode.l10n.t('Its instances go on and are billed.');
    case 'stop':
      return vscode.l10n.t('Each instance stops itself; its disk is still billed.');
    case 'destroy':
      return lacksResults(run)
        ? vscode.l10n.t('No instance is destroyed before its results are here.')
        : vscode.l10n.t('Its instances are destroyed.');
  }
}

function thenWords(run: Run, { isGone, wasStarted, holdsMore, lacking }: EndFacts): string {
  const { then, fetchedAt, fetch, instanceName } = run;
  if (isGone) return vscode.l10n.t('{0} doesn’t exist any more.', instanceName);
  if (run.recreatedAt !== undefined)
    return wasStarted
      ? vscode.l10n.t('{0} was recreated, so it goes on and is billed.', instanceName)
      : vscode.l10n.t('{0} was recreated and stopped; its disk is still billed.', instanceName);
  if (wasStarted) return vscode.l10n.t('{0} was started again, so it goes on and is billed.', instanceName);
  if (then === 'keep') return vscode.l10n.t('{0} goes on and is billed.', instanceName);
  const isSafe = fetch.length === 0 || fetchedAt !== undefined;
  if (then === 'stop') return vscode.l10n.t('{0} stops itself; its disk is still billed.', instanceName);
  if (isSafe && (lacking || holdsMore)) return whyKeptWords(run, instanceName, lacking ?? 'more');
  return isSafe
    ? vscode.l10n.t('{0} is destroyed.', instanceName)
    : vscode.l10n.t('{0} isn’t destroyed yet.', instanceName);
}
