import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { omitUndefined } from '../omitUndefined';
import { formatSentences } from '../format';
import { freeOffers } from '../offers/offerQuery';
import { readKeys } from '../tasks/readTask';
import { autostopSchema, type Draft, type Formats, lines, type Reader, taskKeys } from '../tasks/keys';
import { filtersFor, readMinutes } from '../tasks/resources';
import { joinEnv } from './launchDraft';
import type { SavedLaunch } from './launchFile';
import { registryOf, skyLogin } from './launchAsTask';

/**
 * A launch from a file of SkyPilot or dstack (`type: dev-environment`), as in a launch's own file. A key that isn't known
 * here is refused by its name and line.
 *
 * @param usualName where the file has none @param known names of GPUs as the service writes them
 * @throws LocalError 'invalid_input'
 */
export function launchFromTask(source: string, usualName: string, known: readonly string[]): SavedLaunch {
  const { draft, mistakes } = readKeys(source, launchKeys);
  const { name = usualName, resources, ports = [], setup, stopWhenIdle } = draft;
  const mapped = ports.map(mappingOf);
  const [odd] = ports.filter((_, at) => mapped[at] === undefined);
  const all = [
    ...mistakes.map(({ line, message }) => l10n.t('Line {0}: {1}', line, plainText(message))),
    ...(odd === undefined
      ? []
      : [l10n.t('A launch has no range of ports, such as {0}.', plainText(odd, 40))]),
  ];
  if (all.length > 0) throw new LocalError('invalid_input', formatSentences(all));
  const { image, disk, isBid, ...wanted } = resources;
  const filters = filtersFor({ ...wanted, disk }, known);
  const { variables, secrets, login } = loginIn(draft);
  const env = joinEnv(
    { ...variables, ...Object.fromEntries(secrets.map((secret) => [secret, { secret }])) },
    mapped.flatMap((port) => port ?? []),
  );
  const isSearched = Object.keys(wanted).length > 0 || isBid !== undefined;
  return {
    name,
    launch: {
      ...omitUndefined({ image, disk, onstart: setup || undefined, image_login: login }),
      ...(Object.keys(env).length > 0 ? { env } : {}),
      ...(stopWhenIdle === undefined ? {} : { additions: { stopWhenIdleMinutes: stopWhenIdle } }),
    },
    ...(isSearched
      ? {
          offers: {
            filters: { ...filters, ...freeOffers },
            ...omitUndefined({ type: isBid === undefined ? undefined : isBid ? 'bid' : 'on-demand' }),
          },
        }
      : {}),
  };
}

/** The reverse of `portOf`; dstack's `*:8000` may be any port outside. */
function mappingOf(port: string): string | undefined {
  const [, host, container] = /^(?:(\d+|\*):)?(\d+)$/.exec(port) ?? [];
  if (container === undefined) return undefined;
  return `${host === undefined || host === '*' ? container : host}:${container}`;
}

function loginIn({ variables, secrets, login, resources }: Draft) {
  if (login) {
    const { username: user, secret } = login;
    return { variables, secrets, login: { user, registry: registryOf(resources.image), secret } };
  }
  const { [skyLogin.user]: user, [skyLogin.registry]: registry, ...others } = variables;
  if (!user || !registry || !secrets.includes(skyLogin.password)) return { variables, secrets };
  return {
    variables: others,
    secrets: secrets.filter((secret) => secret !== skyLogin.password),
    login: { user, registry, secret: skyLogin.password },
  };
}

const ofRuns: Reader = () => l10n.t('belongs to a run, not to a launch');

const dstackLogin: Reader = (value, into) => {
  const said = z.strictObject({ username: z.string(), password: z.string() }).safeParse(value);
  const secret = /^\$\{\{\s*secrets\.([\w-]+)\s*\}\}$/.exec(said.data?.password ?? '')?.[1];
  // The password isn't repeated: it may be one.
  if (!said.data || secret === undefined)
    return l10n.t('must be username and password, with {0} as the password', '${{ secrets.NAME }}');
  into.login = { username: said.data.username, secret };
  return undefined;
};

const { skypilot, dstack } = taskKeys;
const {
  files: _files,
  max_duration: _max,
  utilization_policy: _policy,
  nodes: _nodes,
  ...dstackKeys
} = dstack.keys;

/** What a launch takes of the keys of a task, and what it has instead. */
const launchKeys: Formats = {
  skypilot: {
    keys: { ...skypilot.keys, run: ofRuns, workdir: ofRuns, file_mounts: ofRuns },
    resources: {
      ...skypilot.resources,
      autostop: (value, into) => {
        const { data } = autostopSchema.safeParse(value);
        if (data === undefined || (typeof data === 'object' && data.down === true))
          return l10n.t('must be minutes, or idle_minutes without down');
        if (data === false) return undefined;
        const minutes = typeof data === 'object' ? data.idle_minutes : data;
        if (minutes === undefined || minutes === true) into.stopWhenIdle = 5;
        else
          return readMinutes(
            /\d$/.test(String(minutes)) ? `${minutes}m` : minutes,
            (said) => (into.stopWhenIdle = said),
          );
        return undefined;
      },
    },
  },
  dstack: {
    keys: {
      ...dstackKeys,
      type: (value) => (value === 'dev-environment' ? undefined : l10n.t('must be dev-environment')),
      ide: () => undefined,
      commands: ofRuns,
      files: ofRuns,
      init: lines((into, commands) => (into.setup = commands.join('\n'))),
      registry_auth: dstackLogin,
    },
    resources: dstack.resources,
  },
};
