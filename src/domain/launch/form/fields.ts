import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import { formatBid, roundUpBid } from '../../instances/bid';
import { runtypeWords } from '../../instances/runtypeWords';
import { formatSum } from '../../money/cost';
import { mostInstances } from '../bulkRent';
import { bidNumber, positiveNumber } from '../../typedNumber';
import { choiceField, flagField, groups, type LaunchField, numberField, textField } from './field';
import { imageField, loginField, templateField } from './image';
import {
  onstartField,
  sessionEnvironmentField,
  stopAfterField,
  stopWhenIdleField,
  tmuxField,
} from './script';
import { type FormView, hasJupyter, stateOf, withField } from './state';
import { envField, portsField } from './env';
import { volumeField } from './volume';
import { formatNumber } from '../../format';

const { runs, reach, storage, terms } = groups;
const yesNo = { on: l10n.t('yes'), off: l10n.t('no') };

const withJupyter = ({ resolved }: FormView): boolean => hasJupyter(resolved.values.runtype);

const diskField = numberField(
  'disk',
  { icon: 'database', label: l10n.t('Disk'), group: storage },
  {
    prompt: ({ found: { offer } }) =>
      offer.disk_space === undefined
        ? l10n.t('Disk size in GB. Billed until the instance is destroyed')
        : l10n.t(
            'Disk size in GB, at most {0} here. Billed until the instance is destroyed',
            Math.floor(offer.disk_space),
          ),
    value: ({ resolved }) =>
      `${resolved.values.disk === undefined ? '?' : formatNumber(resolved.values.disk)} GB`,
    read: positiveNumber,
  },
);

const priceField = numberField(
  'price',
  {
    icon: 'credit-card',
    label: l10n.t('Your bid'),
    group: terms,
    shown: ({ found }) => found.isBid,
  },
  {
    prompt: ({ found: { offer } }) =>
      offer.min_bid === undefined
        ? l10n.t('Dollars per hour. The instance stops when someone pays more')
        : l10n.t(
            'Dollars per hour, at least {0}. The instance stops when someone pays more',
            formatBid(roundUpBid(offer.min_bid)),
          ),
    value: ({ resolved }) =>
      resolved.values.price === undefined ? l10n.t('required') : formatBid(resolved.values.price),
    read: bidNumber,
  },
);

const budgetField: LaunchField = {
  key: 'budget',
  icon: 'credit-card',
  label: l10n.t('Budget per instance'),
  group: terms,
  value: ({ draft: { budget } }) => (budget === undefined ? l10n.t('as in the settings') : formatSum(budget)),
  control: {
    kind: 'line',
    prompt: () =>
      l10n.t('Dollars that one instance may cost. The question before renting offers to stop it in time'),
    placeholder: l10n.t('as in the settings'),
    proposed: ({ draft: { budget } }) => String(budget ?? ''),
    check: (_, text) => (text.trim() === '' ? undefined : positiveNumber(text).problem),
    set: (view, text) => withField(view, 'budget', positiveNumber(text).value),
  },
};

const countField: LaunchField = {
  key: 'count',
  icon: 'layers',
  label: l10n.t('How many'),
  title: l10n.t('How Many'),
  group: terms,
  value: ({ count }) =>
    count === 1 ? l10n.t('one') : l10n.t('{0}, each from the next best offer in the search', count),
  control: {
    kind: 'line',
    prompt: () => l10n.t('Uses this offer and the next best ones in the same search'),
    proposed: ({ count }) => String(count),
    check: (_view, text) =>
      /^[1-9]\d*$/.test(text.trim()) && Number(text) <= mostInstances
        ? undefined
        : l10n.t('Enter a whole number from 1 to {0}.', mostInstances),
    set: (view, text) => ({ ...stateOf(view), count: Number(text) }),
  },
};

/** All creation fields of the specification, in the order they are shown. */
export const fields: readonly LaunchField[] = [
  templateField,
  imageField,
  textField(
    'args_str',
    {
      icon: 'symbol-parameter',
      label: l10n.t('Arguments'),
      group: runs,
      shown: ({ resolved }) => resolved.values.runtype === 'args',
    },
    {
      prompt: l10n.t('Arguments for the image’s entrypoint'),
      empty: l10n.t('image default'),
    },
  ),
  onstartField,
  envField,
  portsField,
  loginField,
  choiceField(
    'runtype',
    { icon: 'remote', label: l10n.t('Launch mode'), group: reach },
    ['ssh_direct', 'ssh_proxy', 'jupyter_direct', 'jupyter_proxy', 'args'],
    runtypeWords,
    l10n.t('service default'),
  ),
  sessionEnvironmentField,
  tmuxField,
  flagField(
    'use_jupyter_lab',
    { icon: 'notebook', label: l10n.t('Jupyter interface'), group: reach, shown: withJupyter },
    { on: 'JupyterLab', off: 'Jupyter Notebook' },
  ),
  textField(
    'jupyter_dir',
    { icon: 'folder', label: l10n.t('Jupyter folder'), group: reach, shown: withJupyter },
    {
      prompt: l10n.t('Folder where Jupyter starts'),
      empty: l10n.t('service default'),
    },
  ),
  diskField,
  volumeField,
  textField(
    'label',
    { icon: 'tag', label: l10n.t('Label'), group: terms },
    { prompt: l10n.t('Name for the instance (optional)'), empty: l10n.t('none') },
  ),
  priceField,
  countField,
  choiceField(
    'target_state',
    { icon: 'debug-start', label: l10n.t('Start'), group: terms },
    ['running', 'stopped'],
    (state) =>
      state === 'running'
        ? {
            label: l10n.t('immediately'),
            detail: l10n.t('Billed in full once it runs'),
          }
        : {
            label: l10n.t('later (created stopped)'),
            detail: l10n.t('Only its disk is billed until you start it'),
          },
    l10n.t('immediately'),
  ),
  flagField(
    'cancel_unavail',
    { icon: 'watch', label: l10n.t('If the GPU isn’t available'), group: terms },
    { on: l10n.t('cancel'), off: l10n.t('wait') },
  ),
  stopAfterField,
  stopWhenIdleField,
  budgetField,
  flagField(
    'vm',
    {
      icon: 'vm',
      label: l10n.t('Virtual machine'),
      group: terms,
      shown: ({ found: { offer }, draft }) => offer.vms_enabled !== false || draft.vm === true,
    },
    {
      on: l10n.t('yes (SSH keys can’t be changed later)'),
      off: l10n.t('no (container)'),
    },
  ),
  flagField('python_utf8', { icon: 'globe', label: l10n.t('UTF-8 in Python'), group: terms }, yesNo),
  flagField('lang_utf8', { icon: 'globe', label: l10n.t('UTF-8 in other programs'), group: terms }, yesNo),
];

/** The row to edit a problem's field in: `volume_info` for `volume_info.size`. */
export function fieldOf(problem: string): LaunchField | undefined {
  return fields.find(({ key }) => problem === key || problem.startsWith(`${key}.`));
}

/** A field's name for a person. */
export const fieldLabel = (problem: string): string => fieldOf(problem)?.label ?? plainText(problem, 40);
