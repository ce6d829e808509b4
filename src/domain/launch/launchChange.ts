import * as l10n from '@vscode/l10n';
import type { InstanceChange } from '../../api/endpoints/instanceActions';
import { plainText } from '../../api/plainText';
import type { CreateInstanceRequest, Runtype } from '../../api/http/requests';
import type { Instance } from '../../api/schemas/instances/instance';
import type { Template } from '../../api/schemas/templates/template';
import { counted } from '../format';
import { templateName } from '../templates/templateName';
import { type Env, isOption, printPort } from './envFlags';
import { launchOfInstance } from './launchOfInstance';
import { launchOfTemplate } from './launchPrecedence';
import { readOnstart } from './onstart';
import { stopsItself } from '../stops/stopInOnstart';

/** What of an instance can be changed in its place. An empty text is none. */
export interface Changeable {
  template: string;
  image: string;
  args: string;
  onstart: string;
  env: Env;
}

/** The same as an instance has it now. */
export interface CurrentLaunch extends Changeable {
  runtype: Runtype | undefined;
  /** Variables of the service and entries that can't be read here: not offered, and sent unchanged. */
  kept: Env;
  templateHash: string | undefined;
}

export function currentLaunch(instance: Instance): CurrentLaunch {
  const { draft, env } = launchOfInstance(instance, []);
  const {
    template_name: name,
    template_hash_id: hash,
    image_args: args = [],
    extra_env: all = [],
  } = instance;
  return {
    template: plainText(name ?? hash ?? '', 60),
    templateHash: hash || undefined,
    image: draft.image ?? '',
    args: args.join(' '),
    onstart: draft.onstart ?? '',
    env,
    runtype: draft.runtype,
    kept: Object.fromEntries(all.filter(([variable]) => env[variable] === undefined)),
  };
}

/** The variables and ports of an instance that aren't those of its template. All of them if that isn't known. */
export function ownEnv({ env }: CurrentLaunch, template: Template | undefined): Env {
  const inherited = template ? launchOfTemplate(template).env : {};
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => inherited[name] !== value));
}

export interface PlannedChange {
  change: InstanceChange;
  wanted: Changeable;
}

/**
 * What has to be sent so that an instance has these values: only those that differ. What is missing in `request` is the
 * template's, or stays without one. A template's values apply as at a creation: its variables are merged with the others.
 */
export function planChange(
  now: CurrentLaunch,
  request: Pick<CreateInstanceRequest, 'image' | 'args_str' | 'onstart' | 'env'>,
  template?: Template,
): PlannedChange {
  const base = template && launchOfTemplate(template);
  // Whether the service keeps a value that the template lacks isn't known, so that none is said.
  const inherited = {
    image: base?.image ?? now.image,
    args: base?.args_str ?? now.args,
    onstart: base?.onstart ?? now.onstart,
  };
  const wanted: Changeable = {
    template: template ? templateName(template) : now.template,
    image: request.image ?? inherited.image,
    args: request.args_str ?? (base ? (base.args_str ?? '') : now.args),
    onstart: request.onstart ?? (base ? (base.onstart ?? '') : now.onstart),
    env: base ? { ...base.env, ...request.env } : (request.env ?? now.env),
  };
  const change: InstanceChange = {};
  if (template) change.template_hash_id = template.hash_id;
  for (const name of ['image', 'args', 'onstart'] as const)
    if (wanted[name] !== inherited[name]) change[name] = wanted[name];
  const own = base ? { ...now.kept, ...entriesUnlike(wanted.env, base.env) } : wanted.env;
  if (base ? Object.keys(own).length > 0 : !isSameEnv(wanted.env, now.env))
    change.env = { ...now.kept, ...own };
  return { change, wanted };
}

const entriesUnlike = (env: Env, others: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => others[name] !== value));

const isSameEnv = (one: Env, other: Env): boolean =>
  Object.keys({ ...entriesUnlike(one, other), ...entriesUnlike(other, one) }).length === 0;

/** Whether anything would be sent. */
export const isChange = ({ change }: PlannedChange): boolean => Object.keys(change).length > 0;

const none = (): string => l10n.t('none');
const arrow = (label: string, before: string, after: string): string =>
  l10n.t('{0}: {1} → {2}', label, before || none(), after || none());

/** What differs, one line each: old → new. Values of variables that are secret are in none of them. */
export function changeLines(
  now: Changeable,
  { wanted, change }: PlannedChange,
  isSecret: (variable: string) => boolean,
): string[] {
  const line = (label: string, before: string, after: string): string[] =>
    before === after ? [] : [arrow(label, plainText(before, 80), plainText(after, 80))];
  const again = change.template_hash_id !== undefined && now.template === wanted.template;
  return [
    ...(again ? [l10n.t('Template: {0}, as it is now', wanted.template)] : []),
    ...line(l10n.t('Template'), now.template, wanted.template),
    ...line(l10n.t('Image'), now.image, wanted.image),
    ...line(l10n.t('Arguments'), now.args, wanted.args),
    ...(now.onstart === wanted.onstart ? [] : [scriptLine(now.onstart, wanted.onstart)]),
    ...envLines(now.env, wanted.env, isSecret),
  ];
}

function scriptLine(before: string, after: string): string {
  const [was, is] = [lineCount(before), lineCount(after)];
  const label = l10n.t('Startup commands');
  return was === is ? l10n.t('{0}: {1}, changed', label, was) : arrow(label, was, is);
}

const lineCount = (script: string): string =>
  script.trim() === '' ? none() : counted(script.trimEnd().split('\n').length, l10n.t('{0} line|{0} lines'));

function envLines(before: Env, after: Env, isSecret: (variable: string) => boolean): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (was === is) return [];
    const label = isOption(name) ? plainText(printPort(name, was ?? is ?? ''), 60) : plainText(name, 60);
    if (isOption(name) && name !== '-h')
      return is === undefined ? l10n.t('{0}: removed', label) : l10n.t('{0}: added', label);
    if (isSecret(name)) {
      if (is === undefined) return l10n.t('{0}: removed', label);
      return was === undefined
        ? l10n.t('{0}: added (value not shown)', label)
        : l10n.t('{0}: changed (value not shown)', label);
    }
    const shown = (value: string | undefined): string =>
      value === undefined ? l10n.t('not set') : plainText(value, 60) || l10n.t('empty');
    return arrow(label, shown(was), shown(is));
  });
}

/** Whether the change takes lines out of the startup commands with which the instance stops itself. */
export const losesOwnStop = (now: Changeable, { wanted }: PlannedChange): boolean =>
  stopsItself(readOnstart(now.onstart)) && !stopsItself(readOnstart(wanted.onstart));

/** What an instance doesn't have as it was wanted, in words; empty if it has all. */
export function unlike(now: Changeable, wanted: Changeable): string[] {
  return [
    ...(now.image === wanted.image ? [] : [l10n.t('Image')]),
    ...(now.args === wanted.args ? [] : [l10n.t('Arguments')]),
    ...(now.onstart === wanted.onstart ? [] : [l10n.t('Startup commands')]),
    ...(isSameEnv(now.env, wanted.env) ? [] : [l10n.t('Environment variables')]),
  ];
}
