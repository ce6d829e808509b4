import * as l10n from '@vscode/l10n';
import type { Template } from '../../api/schemas/templates/template';
import { parseDockerFlags } from './envFlags';
import type { LaunchDraft } from './launchDraft';
import { type ResolvedLaunch, resolveLaunch } from './launchPrecedence';
import { printReference } from '../secretReference';

/** A template, and the result with a person's changes, as YAML to compare line by line. Without secrets. */
export interface LaunchPreview {
  template: string;
  result: string;
  /** By line of `result`, from 0: where the value comes from. */
  origins: ReadonlyMap<number, string>;
}

/** The order in which both texts have their fields. Others come after these. */
const order = [
  ...['template_hash_id', 'image', 'runtype', 'disk', 'env', 'label', 'price', 'target_state', 'volume_info'],
  ...['use_jupyter_lab', 'jupyter_dir', 'args_str', 'image_login', 'extra_filters', 'cancel_unavail', 'vm'],
  ...['onstart'],
];

/** Applies the four rules of the specification (Template, precedence). Each value of the result has its origin. */
export function previewLaunch(request: LaunchDraft, template: Template): LaunchPreview {
  const flags = template.env ?? '';
  // The service parses it by its own rules; if we can't parse it, it is shown unchanged.
  const unread = parseDockerFlags(flags).problem ? { 'env of the template': flags } : {};
  const text = (launch: ResolvedLaunch) =>
    print({ template_hash_id: template.hash_id, ...shownResult(launch), ...unread }, (path) =>
      origin(launch, path),
    );
  const result = text(resolveLaunch(request, template));
  return { template: text(resolveLaunch({}, template)).text, result: result.text, origins: result.origins };
}

function shownResult({ values, templateLogin }: ResolvedLaunch): Record<string, unknown> {
  const login = templateLogin ? { image_login: loginText(templateLogin.user, templateLogin.registry) } : {};
  return { ...shown(values), ...login };
}

/** With references instead of secrets. */
function shown({ env, image_login: login, ...others }: LaunchDraft): Record<string, unknown> {
  const entries = Object.entries(env ?? {}).map(
    ([name, value]) => [name, typeof value === 'string' ? value : printReference(value)] as const,
  );
  return {
    ...others,
    ...(env ? { env: Object.fromEntries(entries) } : {}),
    ...(login ? { image_login: loginText(login.user, login.registry) } : {}),
  };
}

const loginText = (user: string, registry: string): string => `-u ${user} -p ••• ${registry}`;

/** The values merged by key have a line, and an origin, for each of their members. */
const merged = new Set(['env', 'extra_filters']);

function print(values: Record<string, unknown>, origin: (path: string) => string | undefined) {
  // The dialog covers the first lines.
  const lines = [
    l10n.t('What the instance is created with'),
    l10n.t('In gray: where a value comes from'),
    '',
    '',
  ].map((line) => `# ${line}`.trimEnd());
  const origins = new Map<number, string>();
  const add = (path: string, text: string): void => {
    const words = origin(path);
    if (words) origins.set(lines.length, words);
    lines.push(...text.split('\n'));
  };
  for (const [name, value] of sortedFields(values)) {
    if (!isMerged(name, value)) {
      add(name, yamlEntry(name, value));
      continue;
    }
    lines.push(`${name}:`);
    for (const [key, one] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      add(`${name}.${key}`, yamlEntry(key, one, '  '));
  }
  return { text: `${lines.join('\n')}\n`, origins };
}

const isMerged = (name: string, value: unknown): value is object =>
  merged.has(name) && typeof value === 'object' && value !== null;

function sortedFields(values: Record<string, unknown>): [string, unknown][] {
  const isEmpty = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && !isEmpty(value))
    .sort(([a], [b]) => rank(a) - rank(b));
}

function origin({ origins, templateLogin }: ResolvedLaunch, path: string): string | undefined {
  if (path === 'image_login' && templateLogin) return l10n.t('template');
  switch (origins[path]) {
    case 'request':
      return l10n.t('your change');
    case 'template':
      return l10n.t('template');
    case 'default':
      return l10n.t('default');
    case undefined:
      return undefined;
  }
}

/**
 * `name: value` as YAML, indented. A text of several lines becomes a block, so that it reads as written. Everything
 * else is written as JSON, which is valid YAML.
 */
export function yamlEntry(name: string, value: unknown, indent = ''): string {
  const key = /^[A-Za-z_][\w.-]*$/.test(name) && !keywords.test(name) ? name : JSON.stringify(name);
  const block = typeof value === 'string' ? blockOf(value, `${indent}  `) : undefined;
  return `${indent}${key}: ${block ?? JSON.stringify(value)}`;
}

/** Words that YAML doesn't read as text unless they are quoted. */
const keywords = /^(true|false|null|yes|no|on|off|y|n)$/i;

/** Undefined for a text that a block wouldn't keep exactly. */
function blockOf(text: string, indent: string): string | undefined {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  // Only printable lines, without empty lines at the start or end, because YAML would need their number.
  if (!body.includes('\n') || !/^[\t\n\x20-\x7e\u00a0-\u2027\u202f-\ud7ff]*$/.test(body)) return undefined;
  const lines = body.split('\n');
  if ([lines[0], lines.at(-1)].some((line) => line?.trim() === '')) return undefined;
  const header = `|${lines[0]?.startsWith(' ') ? '2' : ''}${body === text ? '-' : ''}`;
  return [header, ...lines.map((line) => (line === '' ? '' : indent + line))].join('\n');
}
