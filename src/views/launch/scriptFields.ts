import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { withAdditions } from '../../domain/launchDraft';
import { onstartLimit } from '../../domain/launchRequest';
import { done, type Field } from './field';
import { type FormState, type FormView, hasSsh, withField } from './formState';

export const scriptFile = '/onstart.sh';
const runsScript = ({ resolved }: FormView): boolean => hasSsh(resolved.values.runtype);

export const onstartField: Field = {
  key: 'onstart',
  icon: 'terminal-bash',
  label: vscode.l10n.t('Commands at start'),
  group: vscode.l10n.t('what runs'),
  shown: runsScript,
  value: (view) => {
    if (view.typed[scriptFile] !== undefined) return vscode.l10n.t('typed, not taken over yet');
    const script = view.resolved.values.onstart ?? '';
    if (script.trim() === '') {
      return vscode.l10n.t('none: the image’s own program will not start by itself');
    }
    const length = withAdditions(view.draft, view.template?.onstart).onstart?.length ?? script.length;
    const first = plainText(script.split('\n').find((line) => /^\s*[^#\s]/.test(line)) ?? script, 50);
    return vscode.l10n.t('{0} · {1} of {2} characters', first, length, onstartLimit);
  },
  edit: async (view, tools) => {
    const { additions } = view.draft;
    const text = await tools.services.editors.edit({
      file: 'onstart.sh',
      text: view.typed[scriptFile] ?? view.resolved.values.onstart ?? '',
      ...(additions ? { additions } : {}),
      onSave: (saved) => tools.keepTyped(scriptFile, saved),
    });
    return done(takeScript(view, text));
  },
};

/** Takes an edited script over; one of nothing but space is none. */
export function takeScript(state: FormState, text: string): FormState {
  const { [scriptFile]: _, ...typed } = state.typed;
  return { ...withField(state, 'onstart', text.trim() === '' ? '' : text), typed };
}

function additionField(
  key: 'environmentInSessions' | 'noAutoTmux',
  icon: string,
  label: string,
  words: { on: string; off: string },
): Field {
  return {
    key: `additions.${key}`,
    icon,
    label,
    group: vscode.l10n.t('how to reach it'),
    shown: runsScript,
    value: ({ draft }) => (draft.additions?.[key] ? words.on : words.off),
    edit: (view) => {
      const { [key]: before = false, ...others } = view.draft.additions ?? {};
      const additions = { ...others, ...(before ? {} : { [key]: true }) };
      return Promise.resolve(
        done(withField(view, 'additions', Object.keys(additions).length > 0 ? additions : undefined)),
      );
    },
  };
}

export const sessionEnvironmentField = additionField(
  'environmentInSessions',
  'symbol-namespace',
  vscode.l10n.t('Variables in SSH sessions'),
  {
    on: vscode.l10n.t('yes, by lines before the commands at start'),
    off: vscode.l10n.t('no: SSH sessions do not see them'),
  },
);

export const tmuxField = additionField('noAutoTmux', 'split-horizontal', vscode.l10n.t('tmux at login'), {
  on: vscode.l10n.t('off, by a line before the commands at start'),
  off: vscode.l10n.t('as the service does it'),
});
