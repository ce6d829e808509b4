import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import { withAdditions } from '../launchDraft';
import { onstartLimit } from '../launchRequest';
import { groups, type LaunchField } from './field';
import { type FormState, type FormView, hasSsh, withField } from './state';

/** The name in `typed` of a script in an open editor tab. */
export const scriptFile = '/onstart.sh';

const runsScript = ({ resolved }: FormView): boolean => hasSsh(resolved.values.runtype);

/** Characters of the script as it is sent. */
export function scriptLength({ draft, template, resolved, service }: FormView): number {
  const { length } = resolved.values.onstart ?? '';
  return withAdditions(draft, template?.onstart, service).onstart?.length ?? length;
}

export const onstartField: LaunchField = {
  key: 'onstart',
  icon: 'terminal-bash',
  label: l10n.t('Startup commands'),
  group: groups.runs,
  shown: runsScript,
  value: (view) => {
    if (view.typed[scriptFile] !== undefined) return l10n.t('typed, not applied yet');
    const script = view.resolved.values.onstart ?? '';
    if (script.trim() === '') {
      return l10n.t('None (the image’s entrypoint won’t run)');
    }
    const first = plainText(script.split('\n').find((line) => /^\s*[^#\s]/.test(line)) ?? script, 50);
    return l10n.t('{0} · {1} of {2} characters', first, scriptLength(view), onstartLimit);
  },
  control: { kind: 'script' },
};

/** Applies an edited script. A script with only white space is removed. */
export function takeScript(state: FormState, text: string): FormState {
  const { [scriptFile]: _, ...typed } = state.typed;
  return { ...withField(state, 'onstart', text.trim() === '' ? '' : text), typed };
}

function additionField(
  key: 'environmentInSessions' | 'noAutoTmux',
  icon: string,
  label: string,
  words: { on: string; off: string },
): LaunchField {
  return {
    key: `additions.${key}`,
    icon,
    label,
    group: groups.reach,
    isRare: true,
    shown: runsScript,
    value: ({ draft }) => (draft.additions?.[key] ? words.on : words.off),
    control: {
      kind: 'flag',
      words,
      isOn: ({ draft }) => draft.additions?.[key] === true,
      set: (view, on) => {
        const { [key]: _, ...others } = view.draft.additions ?? {};
        const additions = { ...others, ...(on ? { [key]: true } : {}) };
        return withField(view, 'additions', Object.keys(additions).length > 0 ? additions : undefined);
      },
    },
  };
}

export const sessionEnvironmentField = additionField(
  'environmentInSessions',
  'symbol-namespace',
  l10n.t('Variables in SSH sessions'),
  {
    on: l10n.t('yes (adds lines before the startup commands)'),
    off: l10n.t('no (SSH sessions don’t see them)'),
  },
);

export const tmuxField = additionField('noAutoTmux', 'split-horizontal', l10n.t('tmux at login'), {
  on: l10n.t('off (adds a line before the startup commands)'),
  off: l10n.t('service default'),
});
