import * as l10n from '@vscode/l10n';
import { positiveNumber } from '../../typedNumber';
import { groups, type LaunchField } from './field';
import { hasSsh, withField } from './state';

interface Texts {
  label: string;
  prompt: string;
  unit: string;
  value: (amount: number) => string;
}

/** A number that makes the instance stop itself; empty for none. */
function ownStopField(
  key: 'stopAfterHours' | 'stopWhenIdleMinutes',
  icon: string,
  texts: Texts,
): LaunchField {
  return {
    key: `additions.${key}`,
    icon,
    label: texts.label,
    group: groups.terms,
    isRare: true,
    shown: ({ resolved }) => hasSsh(resolved.values.runtype),
    value: ({ draft }) => {
      const amount = draft.additions?.[key];
      return amount === undefined ? l10n.t('never') : texts.value(amount);
    },
    control: {
      kind: 'line',
      input: 'number',
      unit: texts.unit,
      prompt: () => texts.prompt,
      placeholder: l10n.t('never'),
      proposed: ({ draft }) => String(draft.additions?.[key] ?? ''),
      check: (_, text) => (text.trim() === '' ? undefined : positiveNumber(text).problem),
      set: (view, text) => {
        const { [key]: _, ...others } = view.draft.additions ?? {};
        const { value } = positiveNumber(text);
        const additions = value === undefined ? others : { ...others, [key]: value };
        return withField(view, 'additions', Object.keys(additions).length > 0 ? additions : undefined);
      },
    },
  };
}

export const stopAfterField = ownStopField('stopAfterHours', 'watch', {
  label: l10n.t('Stop itself after'),
  unit: l10n.t('hours'),
  prompt: l10n.t(
    'Hours after each start until the instance stops itself, even without VS Code. Adds lines before the startup commands; needs curl in the image',
  ),
  value: (hours) => l10n.t('{0} h (adds lines before the startup commands)', hours),
});

export const stopWhenIdleField = ownStopField('stopWhenIdleMinutes', 'pulse', {
  label: l10n.t('Stop itself when idle for'),
  unit: l10n.t('minutes'),
  prompt: l10n.t(
    'Minutes of idle GPU after which the instance stops itself, even without VS Code. Adds lines before the startup commands; needs curl and nvidia-smi in the image',
  ),
  value: (minutes) => l10n.t('{0} min (adds lines before the startup commands)', minutes),
});
