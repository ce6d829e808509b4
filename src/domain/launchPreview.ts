import * as l10n from '@vscode/l10n';
import type { Template } from '../api/schemas/template';
import { parseDockerFlags } from './envFlags';
import type { LaunchDraft } from './launchDraft';
import { launchOfTemplate, type Origin, type ResolvedLaunch, resolveLaunch } from './launchPrecedence';
import { printReference } from './secretReference';

/** What a template, a request and both together come to, as texts to compare. No secret is in them. */
export interface LaunchPreview {
  template: string;
  request: string;
  result: string;
}

/** The order in which all three texts have their fields, so that they can be compared line by line. */
const order = [
  ...['image', 'runtype', 'args_str', 'env', 'onstart', 'image_login', 'use_jupyter_lab', 'jupyter_dir'],
  ...['disk', 'volume_info', 'extra_filters', 'label', 'price', 'target_state', 'cancel_unavail', 'vm'],
  ...['python_utf8', 'lang_utf8'],
];

/** By the four specified rules (specification, Template, precedence), each value of the result with its origin. */
export function previewLaunch(request: LaunchDraft, template: Template): LaunchPreview {
  const resolved = resolveLaunch(request, template);
  const templateAlone = resolveLaunch({}, template);
  const { template_hash_id: _, additions: _additions, ...own } = request;
  const alone = launchOfTemplate(template);
  const flags = template.env ?? '';
  // The service reads it by its own rules; what cannot be taken apart here is shown as it is.
  const unread: [string, unknown][] = parseDockerFlags(flags).problem
    ? [['env, of the template', flags]]
    : [];
  const login = template.docker_login_user
    ? { image_login: loginText(template.docker_login_user, template.docker_login_repo ?? '') }
    : {};
  return {
    template: print(
      [...withoutEmpty({ ...alone, ...login }), ...unread],
      (path) => origin(templateAlone, path),
      template.hash_id,
    ),
    request: print(withoutEmpty(shown(own)), () => originWords('request'), template.hash_id),
    result: print(
      [...withoutEmpty(shownResult(resolved)), ...unread],
      (path) => origin(resolved, path),
      template.hash_id,
    ),
  };
}

function shownResult({ values, templateLogin }: ResolvedLaunch): Record<string, unknown> {
  const login = templateLogin ? { image_login: loginText(templateLogin.user, templateLogin.registry) } : {};
  return { ...shown(values), ...login };
}

/** References in place of secrets. */
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

function withoutEmpty(values: object): [string, unknown][] {
  const isEmpty = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && !isEmpty(value))
    .sort(([a], [b]) => rank(a) - rank(b));
}

/** The values merged by key have a line, and an origin, for each of their members. */
const merged = new Set(['env', 'extra_filters']);

/** One line a value, and the same line for the same value in all three texts: the last one is theirs in common. */
function print(
  entries: readonly [string, unknown][],
  note: (path: string) => string | undefined,
  hashId: string,
): string {
  const flat = entries.flatMap(([name, value]): [string, unknown][] => {
    if (!merged.has(name) || typeof value !== 'object' || value === null) return [[name, value]];
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return members.map(([key, one]) => [`${name}.${key}`, one]);
  });
  const lines = flat.map(([path, value]) => {
    const comment = note(path);
    const text = JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ');
    return `  ${comment ? `/* ${comment} */ ` : ''}${JSON.stringify(path)}: ${text},`;
  });
  return ['{', ...lines, `  "template_hash_id": ${JSON.stringify(hashId)}`, '}', ''].join('\n');
}

function origin({ origins, templateLogin }: ResolvedLaunch, path: string): string | undefined {
  if (path === 'image_login' && templateLogin) return l10n.t('template, carried over');
  return originWords(origins[path]);
}

function originWords(from: Origin | undefined): string | undefined {
  switch (from) {
    case 'request':
      return l10n.t('request');
    case 'template':
      return l10n.t('template');
    case 'default':
      return l10n.t('default');
    case undefined:
      return undefined;
  }
}
