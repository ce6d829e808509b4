import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import { withAdditions } from '../launchDraft';
import { positiveNumber } from '../../typedNumber';
import { onstartLimit } from '../launchRequest';
import { stopsItself } from '../../stops/stopInOnstart';
import { hasSessionLines, readOnstart } from '../onstart';
import { groups, type LaunchField } from './field';
import { type FormState, type FormView, hasSsh, withField } from './state';

/** The name in `typed` of a script in an open editor tab. */
export const scriptFile = '/onstart.sh';

const runsScript = ({ resolved }: FormView): boolean => hasSsh(resolved.values.runtype);

/** Characters of the script as it is sent. */
export const scriptLength = ({ resolved, service }: FormView): number =>
  withAdditions(resolved.values, '', service).onstart?.length ?? 0;

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
      return l10n.t('none (the image’s entrypoint won’t run)');
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

const reach = { group: groups.reach, shown: runsScript };

type Additions = NonNullable<FormState['draft']['additions']>;

function withAddition<K extends keyof Additions>(
  view: FormView,
  key: K,
  value: Additions[K] | undefined,
): FormState {
  const { [key]: _, ...others } = view.draft.additions ?? {};
  const additions = value === undefined ? others : { ...others, [key]: value };
  return withField(view, 'additions', Object.keys(additions).length > 0 ? additions : undefined);
}

const sessionWords = {
  on: l10n.t('yes (adds lines before the startup commands)'),
  off: l10n.t('no (SSH sessions don’t see them)'),
};

/** On unless the person says no, which is kept. */
export const sessionEnvironmentField: LaunchField = {
  ...reach,
  key: 'additions.environmentInSessions',
  icon: 'symbol-namespace',
  label: l10n.t('Variables in SSH sessions'),
  value: ({ draft, resolved }) => {
    if (draft.additions?.environmentInSessions === false) return sessionWords.off;
    const { additions, onstart } = resolved.values;
    return additions?.environmentInSessions || hasSessionLines(onstart)
      ? sessionWords.on
      : l10n.t('yes, once you set a variable');
  },
  control: {
    kind: 'flag',
    isOn: ({ draft }) => draft.additions?.environmentInSessions !== false,
    set: (view, on) => withAddition(view, 'environmentInSessions', on),
  },
};

const tmuxWords = {
  on: l10n.t('off (adds a line before the startup commands)'),
  off: l10n.t('service default'),
};

export const tmuxField: LaunchField = {
  ...reach,
  key: 'additions.noAutoTmux',
  icon: 'split-horizontal',
  label: l10n.t('tmux at login'),
  value: ({ draft }) => (draft.additions?.noAutoTmux ? tmuxWords.on : tmuxWords.off),
  control: {
    kind: 'flag',
    isOn: ({ draft }) => draft.additions?.noAutoTmux === true,
    set: (view, on) => withAddition(view, 'noAutoTmux', on || undefined),
  },
};

interface OwnStopTexts {
  label: string;
  prompt: string;
  value: (amount: number) => string;
}

/** A number that makes the instance stop itself; empty for none. */
function ownStopField(
  key: 'stopAfterHours' | 'stopWhenIdleMinutes',
  icon: string,
  texts: OwnStopTexts,
): LaunchField {
  return {
    key: `additions.${key}`,
    icon,
    label: texts.label,
    group: groups.terms,
    shown: runsScript,
    value: ({ draft, resolved }) => {
      const amount = draft.additions?.[key];
      if (amount !== undefined) return texts.value(amount);
      // Those of an instance that was rented so have the lines already.
      const isInScript = stopsItself(readOnstart(resolved.values.onstart ?? ''));
      return isInScript ? l10n.t('as its startup commands say') : l10n.t('never');
    },
    control: {
      kind: 'line',
      prompt: () => texts.prompt,
      placeholder: l10n.t('never'),
      proposed: ({ draft }) => String(draft.additions?.[key] ?? ''),
      check: (_, text) => (text.trim() === '' ? undefined : positiveNumber(text).problem),
      set: (view, text) => withAddition(view, key, positiveNumber(text).value),
    },
  };
}

export const stopAfterField = ownStopField('stopAfterHours', 'watch', {
  label: l10n.t('Stop itself after'),
  prompt: l10n.t(
    'Hours after each start until the instance stops itself, even without VS Code. Adds lines before the startup commands; needs curl in the image',
  ),
  value: (hours) => l10n.t('{0} h (adds lines before the startup commands)', hours),
});

export const stopWhenIdleField = ownStopField('stopWhenIdleMinutes', 'pulse', {
  label: l10n.t('Stop itself when idle for'),
  prompt: l10n.t(
    'Minutes of idle GPU after which the instance stops itself, even without VS Code. Adds lines before the startup commands; needs curl and nvidia-smi in the image',
  ),
  value: (minutes) => l10n.t('{0} min (adds lines before the startup commands)', minutes),
});
