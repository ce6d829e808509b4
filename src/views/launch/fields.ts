import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { Runtype } from '../../api/requests';
import { formatPerHour } from '../../domain/cost';
import { positiveNumber } from '../wizard/numbers';
import { envField } from './envFields';
import {
  askKept,
  choiceField,
  type Field,
  flagField,
  mapStep,
  numberField,
  textField,
  titleOf,
} from './field';
import { hasJupyter, type FormView } from './formState';
import { imageField, loginField, templateField } from './imageFields';
import { onstartField, sessionEnvironmentField, tmuxField } from './scriptFields';
import { portsField } from './portsField';
import { volumeField } from './volumeField';

const runs = vscode.l10n.t('what runs');
const reach = vscode.l10n.t('how to reach it');
const storage = vscode.l10n.t('storage');
const terms = vscode.l10n.t('terms');
const yesNo = { on: vscode.l10n.t('yes'), off: vscode.l10n.t('no') };

/** Most instances that one form rents: more than that is no slip of a finger. */
const mostInstances = 32;

const withJupyter = ({ resolved }: FormView): boolean => hasJupyter(resolved.values.runtype);

/** The launch modes in words; the aliases `ssh` and `jupyter` are the proxy ones (specification, Runtype values). */
export function runtypeWords(runtype: Runtype): { label: string; detail: string } {
  switch (runtype) {
    case 'ssh_direct':
      return {
        label: vscode.l10n.t('SSH, direct'),
        detail: vscode.l10n.t(
          'A port of the machine itself: fast, and the image’s own program does not start by itself',
        ),
      };
    case 'ssh_proxy':
    case 'ssh':
      return {
        label: vscode.l10n.t('SSH through the proxy'),
        detail: vscode.l10n.t('Works where the machine has no open ports; slower'),
      };
    case 'jupyter_direct':
      return {
        label: vscode.l10n.t('Jupyter and SSH, direct'),
        detail: vscode.l10n.t(
          'Ports 8080 and 22 of the machine itself; what the service recommends for Jupyter',
        ),
      };
    case 'jupyter_proxy':
    case 'jupyter':
      return {
        label: vscode.l10n.t('Jupyter and SSH through the proxy'),
        detail: vscode.l10n.t('Works where the machine has no open ports; slower'),
      };
    case 'args':
      return {
        label: vscode.l10n.t('The image’s own program'),
        detail: vscode.l10n.t('Its entry point runs with your arguments; there is no SSH and no Jupyter'),
      };
  }
}

const diskField = numberField(
  'disk',
  { icon: 'database', label: vscode.l10n.t('Disk'), group: storage },
  {
    prompt: ({ found: { offer } }) =>
      offer.disk_space === undefined
        ? vscode.l10n.t('Disk size in GB. It is billed until the instance is destroyed')
        : vscode.l10n.t(
            'Disk size in GB, at most {0} here. It is billed until the instance is destroyed',
            Math.floor(offer.disk_space),
          ),
    value: ({ resolved }) => `${resolved.values.disk ?? '?'} GB`,
    proposed: ({ resolved }) => String(resolved.values.disk ?? ''),
    read: positiveNumber,
  },
);

const priceField = numberField(
  'price',
  {
    icon: 'credit-card',
    label: vscode.l10n.t('Your bid'),
    group: terms,
    shown: ({ found }) => found.isBid,
  },
  {
    prompt: ({ found: { offer } }) =>
      offer.min_bid === undefined
        ? vscode.l10n.t('Dollars per hour. The instance stops when someone pays more')
        : vscode.l10n.t(
            'Dollars per hour, at least {0}. The instance stops when someone pays more',
            formatPerHour(offer.min_bid),
          ),
    value: ({ resolved }) =>
      resolved.values.price === undefined ? vscode.l10n.t('needed') : formatPerHour(resolved.values.price),
    proposed: ({ resolved }) => String(resolved.values.price ?? ''),
    read: positiveNumber,
  },
);

const countField: Field = {
  key: 'count',
  icon: 'layers',
  label: vscode.l10n.t('How many'),
  group: terms,
  value: ({ count }) =>
    count === 1
      ? vscode.l10n.t('one')
      : vscode.l10n.t('{0}, each from the next best offer of the search', count),
  edit: async (view, tools) => {
    const step = await askKept(view, tools, 'count', {
      title: titleOf(vscode.l10n.t('How Many')),
      prompt: vscode.l10n.t('This offer, and the next best ones of the same search'),
      value: String(view.count),
      validate: (text) =>
        /^[1-9]\d?$/.test(text.trim()) && Number(text) <= mostInstances
          ? undefined
          : vscode.l10n.t('A whole number from 1 to {0} is needed.', mostInstances),
    });
    const { count: _, ...typed } = view.typed;
    return mapStep(step, (text) => ({ ...view, typed, count: Number(text) }));
  },
};

/** All creation fields of the specification, in the order in which they are shown. */
export const fields: readonly Field[] = [
  templateField,
  imageField,
  textField(
    'args_str',
    {
      icon: 'symbol-parameter',
      label: vscode.l10n.t('Arguments'),
      group: runs,
      shown: ({ resolved }) => resolved.values.runtype === 'args',
    },
    {
      prompt: vscode.l10n.t('What the image’s program is called with'),
      empty: vscode.l10n.t('the image’s own'),
    },
  ),
  onstartField,
  envField,
  portsField,
  loginField,
  choiceField(
    'runtype',
    { icon: 'remote', label: vscode.l10n.t('Launch mode'), group: reach },
    ['ssh_direct', 'ssh_proxy', 'jupyter_direct', 'jupyter_proxy', 'args'],
    runtypeWords,
    vscode.l10n.t('the service’s own choice'),
  ),
  sessionEnvironmentField,
  tmuxField,
  flagField(
    'use_jupyter_lab',
    { icon: 'notebook', label: vscode.l10n.t('Jupyter interface'), group: reach, shown: withJupyter },
    { on: 'JupyterLab', off: 'Jupyter Notebook' },
  ),
  textField(
    'jupyter_dir',
    { icon: 'folder', label: vscode.l10n.t('Jupyter folder'), group: reach, shown: withJupyter },
    {
      prompt: vscode.l10n.t('Folder in which Jupyter starts'),
      empty: vscode.l10n.t('the service’s own choice'),
    },
  ),
  diskField,
  volumeField,
  textField(
    'label',
    { icon: 'tag', label: vscode.l10n.t('Label'), group: terms },
    { prompt: vscode.l10n.t('A name to know it by; may stay empty'), empty: vscode.l10n.t('none') },
  ),
  priceField,
  countField,
  choiceField(
    'target_state',
    { icon: 'debug-start', label: vscode.l10n.t('Start'), group: terms },
    ['running', 'stopped'],
    (state) =>
      state === 'running'
        ? {
            label: vscode.l10n.t('at once'),
            detail: vscode.l10n.t('It is billed in full as soon as it runs'),
          }
        : {
            label: vscode.l10n.t('later: it is created stopped'),
            detail: vscode.l10n.t('Only its disk is billed until you start it'),
          },
    vscode.l10n.t('at once'),
  ),
  flagField(
    'cancel_unavail',
    { icon: 'watch', label: vscode.l10n.t('If the GPU is not free at once'), group: terms },
    { on: vscode.l10n.t('give up'), off: vscode.l10n.t('wait for it') },
  ),
  flagField(
    'vm',
    {
      icon: 'vm',
      label: vscode.l10n.t('Virtual machine'),
      group: terms,
      shown: ({ found: { offer }, draft }) => offer.vms_enabled !== false || draft.vm === true,
    },
    {
      on: vscode.l10n.t('yes: its SSH keys cannot be changed later'),
      off: vscode.l10n.t('no: a container'),
    },
  ),
  flagField(
    'python_utf8',
    { icon: 'globe', label: vscode.l10n.t('Python locale C.UTF-8'), group: terms },
    yesNo,
  ),
  flagField(
    'lang_utf8',
    { icon: 'globe', label: vscode.l10n.t('System locale C.UTF-8'), group: terms },
    yesNo,
  ),
];

/** The row that a problem's field is edited in: `volume_info.size` in `volume_info`. */
export function fieldOf(problem: string): Field | undefined {
  return fields.find(({ key }) => problem === key || problem.startsWith(`${key}.`));
}

/** A field's name for a person. */
export const fieldLabel = (problem: string): string => fieldOf(problem)?.label ?? plainText(problem, 40);
