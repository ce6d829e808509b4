import * as vscode from 'vscode';
import type { Filters } from '../../api/schemas/offers/filters';
import type { OfferChoice } from '../../domain/offers/offerQuery';
import { readControl } from '../../domain/offers/table/controlText';
import {
  controlLabel,
  flagCondition,
  kindOf,
  machineChoices,
  type NumberField,
  numberPrompt,
  withFilter as withFilterOf,
} from '../../domain/offers/filters/filterControls';
import { orderName } from '../../domain/offers/search/words/choiceWords';
import { filterWords } from '../../domain/offers/search/words/filterWords';
import type { GpuNames } from '../../domain/offers/search/words/gpuNames';
import {
  chosenValues,
  countryChoices,
  regionChoices,
  typedChoices,
  withValues,
} from '../../domain/offers/search/words/nameChoices';
import { printNumberText } from '../../domain/offers/search/numberText';
import { offerOrders } from '../../domain/offers/search/offerText';
import type { SeenGpus } from '../../stores/offers/seenGpus';
import { positiveNumber } from '../../domain/typedNumber';
import { ask, pick, type Step } from '../steps';
import type { FilterKey } from './filterRows';
import { toggleList } from './toggleList';

/** Asks for one filter. */
export function editFilter(key: FilterKey, choice: OfferChoice, gpus: SeenGpus): Promise<Step<OfferChoice>> {
  switch (key) {
    case 'gpu_name':
      return editGpus(choice, gpus.names);
    case 'geolocation':
      return editPlaces(choice, gpus.names);
    case 'num_gpus':
      return editCount(choice);
    case 'disk':
      return editDisk(choice);
    case 'order':
      return editOrder(choice);
    case 'verified':
      return editMachines(choice);
    case 'hosting_type':
      return Promise.resolve({
        kind: 'done',
        value: withFilter(choice, key, choice.filters[key] ? undefined : flagCondition(key)),
      });
    case 'type':
      return Promise.resolve({
        kind: 'done',
        value: { ...choice, type: choice.type === 'bid' ? 'on-demand' : 'bid' },
      });
    default:
      return editNumber(key, choice, gpus.names);
  }
}

const titleOf = (label: string): string => vscode.l10n.t('Search Offers: {0}', label);

const withFilter = (
  choice: OfferChoice,
  field: string,
  conditions: Filters[string] | undefined,
): OfferChoice => ({ ...choice, filters: withFilterOf(choice.filters, field, conditions) });

async function editGpus(choice: OfferChoice, gpus: GpuNames): Promise<Step<OfferChoice>> {
  const before = choice.filters.gpu_name;
  const chosen = chosenValues(before);
  const names = [...new Set([...chosen, ...gpus.all])];
  const step = await toggleList({
    title: titleOf(vscode.l10n.t('GPU')),
    placeholder: vscode.l10n.t('Type or select a GPU; press Enter to add or remove it'),
    groups: [
      { title: vscode.l10n.t('known GPUs'), rows: names.map((name) => ({ label: name, values: [name] })) },
    ],
    chosen,
    words: (all) => filterWords('gpu_name', { in: [...all] }),
    typed: (text) => typedChoices('gpu_name', text, gpus),
  });
  return map(step, (values) => withFilter(choice, 'gpu_name', withValues(before, values)));
}

async function editPlaces(choice: OfferChoice, gpus: GpuNames): Promise<Step<OfferChoice>> {
  const before = choice.filters.geolocation;
  const step = await toggleList({
    title: titleOf(vscode.l10n.t('Place')),
    placeholder: vscode.l10n.t('Type or select a country or region; press Enter to add or remove it'),
    groups: [
      { title: vscode.l10n.t('regions'), rows: regionChoices() },
      { title: vscode.l10n.t('countries'), rows: countryChoices() },
    ],
    chosen: chosenValues(before),
    words: (all) => filterWords('geolocation', { in: [...all] }),
    typed: (text) => typedChoices('geolocation', text, gpus),
  });
  return map(step, (values) => withFilter(choice, 'geolocation', withValues(before, values)));
}

async function editCount(choice: OfferChoice): Promise<Step<OfferChoice>> {
  const counts = [undefined, 1, 2, 4, 8];
  const now = choice.filters.num_gpus?.eq;
  const step = await pick(
    counts.map((count) => ({ label: count === undefined ? vscode.l10n.t('any') : `${count}`, count })),
    {
      title: titleOf(vscode.l10n.t('GPUs per Machine')),
      placeholder: vscode.l10n.t('Select or type a number'),
      back: true,
      active: ({ count }) => count === now,
      typed: (text) =>
        /^[1-9]\d?$/.test(text) && !counts.includes(Number(text))
          ? { label: text, count: Number(text) }
          : undefined,
    },
  );
  return map(step, ({ item }) =>
    withFilter(choice, 'num_gpus', item?.count === undefined ? undefined : { eq: item.count }),
  );
}

async function editMachines(choice: OfferChoice): Promise<Step<OfferChoice>> {
  const step = await pick(machineChoices(), {
    title: titleOf(vscode.l10n.t('Machines')),
    back: true,
    active: ({ conditions }) => conditions?.eq === choice.filters.verified?.eq,
  });
  return map(step, ({ item }) => withFilter(choice, 'verified', item?.conditions));
}

/** A number is at least or at most what is typed, as the prompt says; `<` and the like say otherwise. */
async function editNumber(
  field: NumberField,
  choice: OfferChoice,
  gpus: GpuNames,
): Promise<Step<OfferChoice>> {
  const kind = kindOf(field);
  const now = choice.filters[field];
  const step = await ask({
    title: titleOf(controlLabel(field)),
    prompt: vscode.l10n.t('{0} (leave empty for any)', numberPrompt(field)),
    value: now ? printNumberText(kind, now, gpus) : '',
    back: true,
    validate: (text) => readControl(kind, text, gpus).problem,
  });
  return map(step, (text) => withFilter(choice, field, readControl(kind, text, gpus).conditions));
}

async function editDisk(choice: OfferChoice): Promise<Step<OfferChoice>> {
  const step = await ask({
    title: titleOf(vscode.l10n.t('Disk')),
    prompt: vscode.l10n.t('Disk size in GB. Included in prices; machines with less are hidden'),
    value: String(choice.disk),
    back: true,
    validate: (text) => positiveNumber(text).problem,
  });
  return map(step, (text) => ({ ...choice, disk: positiveNumber(text).value ?? choice.disk }));
}

async function editOrder(choice: OfferChoice): Promise<Step<OfferChoice>> {
  const step = await pick(
    offerOrders.map((order) => ({ label: orderName(order), order })),
    {
      title: titleOf(vscode.l10n.t('Order')),
      back: true,
      active: ({ order }) => order === choice.order,
    },
  );
  return map(step, ({ item }) => ({ ...choice, order: item?.order ?? choice.order }));
}

function map<T, U>(step: Step<T>, change: (value: T) => U): Step<U> {
  return step.kind === 'done' ? { kind: 'done', value: change(step.value) } : step;
}
