import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import type { Variables } from '../../dotenv';
import { portProblem, readPorts } from '../envFlags';
import { joinEnv, splitEnv } from '../launchDraft';
import { groups, type LaunchField } from './field';
import { type FormState, withField } from './state';

/** The name in `typed` of variables in an open editor tab. */
export const variablesFile = '/variables.env';

export const envField: LaunchField = {
  key: 'env',
  icon: 'symbol-variable',
  label: l10n.t('Environment variables'),
  title: l10n.t('Variables'),
  group: groups.runs,
  value: ({ resolved, draft, typed }) => {
    if (typed[variablesFile] !== undefined) return l10n.t('typed, not applied yet');
    const names = Object.keys(splitEnv(resolved.values.env).variables);
    if (names.length === 0) return l10n.t('none');
    const inherited = names.filter((name) => draft.env?.[name] === undefined).length;
    const listed = plainText(names.join(', '), 80);
    return inherited > 0 ? l10n.t('{0} · {1} from the template', listed, inherited) : listed;
  },
  control: { kind: 'variables' },
};

/** The variables that the form sets, without those of the template. */
export const ownVariables = ({ draft }: FormState): Variables => splitEnv(draft.env).variables;

/** The state with these variables in place of its own ones. */
export function withVariables(state: FormState, variables: Variables): FormState {
  const env = joinEnv(variables, splitEnv(state.draft.env).ports);
  return withField(state, 'env', Object.keys(env).length > 0 ? env : undefined);
}

/** The port mappings and other options, which are part of the field `env` (specification, Env formats). */
export const portsField: LaunchField = {
  key: 'ports',
  icon: 'plug',
  label: l10n.t('Port mappings'),
  title: l10n.t('Port Mappings'),
  group: groups.runs,
  value: ({ resolved }) => splitEnv(resolved.values.env).ports.join(', ') || l10n.t('none'),
  control: {
    kind: 'line',
    prompt: () =>
      l10n.t(
        'A port, or host:container. Separate several by spaces. Add /udp for UDP. Also takes -v V.<volume ID>:/path and -n <network>. Leave empty for none',
      ),
    placeholder: '6006 8000:80 5000/udp',
    proposed: ({ draft }) => splitEnv(draft.env).ports.join(' '),
    check: (_view, text) => readPorts(text).flatMap((port) => portProblem(port) ?? [])[0],
    set: (view, text) => {
      const env = joinEnv(splitEnv(view.draft.env).variables, readPorts(text));
      return withField(view, 'env', Object.keys(env).length > 0 ? env : undefined);
    },
  },
};
