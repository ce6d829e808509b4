import * as l10n from '@vscode/l10n';
import { groups, type LaunchField, withoutTyped } from './field';
import { stateOf } from './state';

/** The most instances that one form can rent, to prevent typing errors. */
const mostInstances = 32;

/** How many instances to rent. */
export const countField: LaunchField = {
  key: 'count',
  icon: 'layers',
  label: l10n.t('How many'),
  title: l10n.t('How Many'),
  group: groups.terms,
  value: ({ count }) =>
    count === 1 ? l10n.t('one') : l10n.t('{0}, each from the next best offer in the search', count),
  control: {
    kind: 'line',
    input: 'number',
    prompt: () => l10n.t('Uses this offer and the next best ones in the same search'),
    proposed: ({ count }) => String(count),
    check: (_view, text) =>
      /^[1-9]\d?$/.test(text.trim()) && Number(text) <= mostInstances
        ? undefined
        : l10n.t('Enter a whole number from 1 to {0}.', mostInstances),
    set: (view, text) => ({
      ...withoutTyped(stateOf(view), (key) => key === 'count'),
      count: Number(text),
    }),
  },
};
