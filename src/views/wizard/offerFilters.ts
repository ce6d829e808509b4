import * as vscode from 'vscode';
import { gpuModels } from '../../domain/gpuModels';
import { type OfferChoice, type OfferOrder, offerOrders } from '../../domain/offerQuery';
import { formatPerHour } from '../../domain/cost';
import { positiveNumber } from './numbers';
import { ask, pick, pickMany, type Step } from './steps';

type RowKey = 'search' | 'gpu' | 'count' | 'price' | 'type' | 'verified' | 'disk' | 'order';
interface Row extends vscode.QuickPickItem {
  key: RowKey;
}

/**
 * The hub of a search: every row shows one filter and changes it; the first one searches. `keep` hears of every change,
 * so that closing it loses nothing.
 */
export async function editFilters(
  choice: OfferChoice,
  keep: (choice: OfferChoice) => Thenable<void>,
): Promise<OfferChoice | undefined> {
  let current = choice;
  let active: RowKey = 'search';
  for (;;) {
    const step: Step<{ item?: Row }> = await pick(hubRows(current), {
      title: vscode.l10n.t('Search Offers'),
      placeholder: vscode.l10n.t('Search, or change a filter'),
      active: ({ key }) => key === active,
    });
    if (step.kind !== 'done' || !step.value.item) return undefined;
    active = step.value.item.key;
    if (active === 'search') return current;
    const edited = await edit(active, current);
    if (edited.kind === 'cancelled') return undefined;
    if (edited.kind === 'done') {
      current = edited.value;
      active = 'search';
      await keep(current);
    }
  }
}

function hubRows(choice: OfferChoice): Row[] {
  const any = vscode.l10n.t('any');
  const row = (key: RowKey, icon: string, label: string, description: string): Row => ({
    key,
    label: `$(${icon}) ${label}`,
    description,
  });
  return [
    row('search', 'search', vscode.l10n.t('Search'), summary(choice)),
    { key: 'search', label: vscode.l10n.t('filters'), kind: vscode.QuickPickItemKind.Separator },
    row('gpu', 'circuit-board', vscode.l10n.t('GPU'), choice.gpuNames.join(', ') || any),
    row(
      'count',
      'layers',
      vscode.l10n.t('GPUs per machine'),
      choice.numGpus === undefined ? any : `${choice.numGpus}`,
    ),
    row(
      'price',
      'credit-card',
      vscode.l10n.t('Highest price'),
      choice.maxPrice === undefined ? any : formatPerHour(choice.maxPrice),
    ),
    row('type', 'zap', vscode.l10n.t('Rental type'), typeName(choice.type)),
    row(
      'verified',
      'verified',
      vscode.l10n.t('Machines'),
      choice.verifiedOnly ? vscode.l10n.t('verified only') : vscode.l10n.t('all, also unverified'),
    ),
    row('disk', 'database', vscode.l10n.t('Disk, in the price'), `${choice.disk} GB`),
    row('order', 'list-ordered', vscode.l10n.t('Order'), orderName(choice.order)),
  ];
}

/** The filters that are set, in a few words. */
export function summary(choice: OfferChoice): string {
  return [
    choice.gpuNames.length > 0 ? choice.gpuNames.join(', ') : vscode.l10n.t('any GPU'),
    choice.numGpus === undefined ? '' : `×${choice.numGpus}`,
    choice.maxPrice === undefined ? '' : `≤ ${formatPerHour(choice.maxPrice)}`,
    typeName(choice.type),
    choice.verifiedOnly ? vscode.l10n.t('verified') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function edit(key: RowKey, choice: OfferChoice): Promise<Step<OfferChoice>> {
  switch (key) {
    case 'gpu':
      return editGpus(choice);
    case 'count':
      return editCount(choice);
    case 'price':
      return editPrice(choice);
    case 'disk':
      return editDisk(choice);
    case 'order':
      return editOrder(choice);
    case 'type':
      return changed({ ...choice, type: choice.type === 'bid' ? 'on-demand' : 'bid' });
    case 'verified':
      return changed({ ...choice, verifiedOnly: !choice.verifiedOnly });
    case 'search':
      return changed(choice);
  }
}

function changed(value: OfferChoice): Promise<Step<OfferChoice>> {
  return Promise.resolve({ kind: 'done', value });
}

async function editGpus(choice: OfferChoice): Promise<Step<OfferChoice>> {
  const names = [...new Set([...choice.gpuNames, ...gpuModels])];
  const step = await pickMany(
    names.map((label) => ({ label })),
    {
      title: vscode.l10n.t('Search Offers: GPU'),
      placeholder: vscode.l10n.t('Type to find, space to select, Enter to go on; none means any'),
      back: true,
      selected: ({ label }) => choice.gpuNames.includes(label),
    },
  );
  return map(step, (items) => ({ ...choice, gpuNames: items.map(({ label }) => label) }));
}

async function editCount(choice: OfferChoice): Promise<Step<OfferChoice>> {
  const counts = [undefined, 1, 2, 4, 8];
  const step = await pick(
    counts.map((count) => ({ label: count === undefined ? vscode.l10n.t('any') : `${count}`, count })),
    {
      title: vscode.l10n.t('Search Offers: GPUs per Machine'),
      placeholder: vscode.l10n.t('Choose, or type another number'),
      back: true,
      active: ({ count }) => count === choice.numGpus,
      typed: (text) =>
        /^[1-9]\d?$/.test(text) && !counts.includes(Number(text))
          ? { label: text, count: Number(text) }
          : undefined,
    },
  );
  return map(step, ({ item }) => {
    const { numGpus, ...others } = choice;
    return item?.count === undefined ? others : { ...others, numGpus: item.count };
  });
}

async function editPrice(choice: OfferChoice): Promise<Step<OfferChoice>> {
  const step = await ask({
    title: vscode.l10n.t('Search Offers: Highest Price'),
    prompt: vscode.l10n.t('Dollars per hour for the whole machine with its disk; empty for any'),
    value: choice.maxPrice === undefined ? '' : String(choice.maxPrice),
    back: true,
    validate: (text) => (text.trim() === '' ? undefined : positiveNumber(text).problem),
  });
  return map(step, (text) => {
    const { maxPrice, ...others } = choice;
    const { value } = positiveNumber(text);
    return value === undefined ? others : { ...others, maxPrice: value };
  });
}

async function editDisk(choice: OfferChoice): Promise<Step<OfferChoice>> {
  const step = await ask({
    title: vscode.l10n.t('Search Offers: Disk'),
    prompt: vscode.l10n.t('Disk size in GB. Prices include it, and machines with less are left out'),
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
      title: vscode.l10n.t('Search Offers: Order'),
      back: true,
      active: ({ order }) => order === choice.order,
    },
  );
  return map(step, ({ item }) => ({ ...choice, order: item?.order ?? choice.order }));
}

export function typeName(type: OfferChoice['type']): string {
  return type === 'bid' ? vscode.l10n.t('interruptible') : vscode.l10n.t('on-demand');
}

function orderName(order: OfferOrder): string {
  switch (order) {
    case 'price':
      return vscode.l10n.t('lowest price first');
    case 'performancePerDollar':
      return vscode.l10n.t('most performance per dollar first');
    case 'reliability':
      return vscode.l10n.t('most reliable first');
  }
}

function map<T, U>(step: Step<T>, change: (value: T) => U): Step<U> {
  return step.kind === 'done' ? { kind: 'done', value: change(step.value) } : step;
}
