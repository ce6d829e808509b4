import * as l10n from '@vscode/l10n';
import { portProblem, readPorts } from '../envFlags';
import { joinEnv, splitEnv } from '../launchDraft';
import { groups, type LaunchField, withoutTyped } from './field';
import { withField } from './state';

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
    input: 'text',
    prompt: () =>
      l10n.t(
        'A port, or host:container. Separate several by spaces. Add /udp for UDP. Also takes -v V.<volume ID>:/path and -n <network>. Leave empty for none',
      ),
    placeholder: '6006 8000:80 5000/udp',
    proposed: ({ draft }) => splitEnv(draft.env).ports.join(' '),
    check: (_view, text) => readPorts(text).flatMap((port) => portProblem(port) ?? [])[0],
    set: (view, text) => {
      const env = joinEnv(splitEnv(view.draft.env).variables, readPorts(text));
      const wanted = Object.keys(env).length > 0 ? env : undefined;
      return withoutTyped(withField(view, 'env', wanted), (key) => key === 'ports');
    },
  },
};
