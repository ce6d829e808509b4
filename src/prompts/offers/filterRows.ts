import * as vscode from 'vscode';
import type { OfferChoice } from '../../domain/offers/offerQuery';
import {
  type ControlGroup,
  controlLabel,
  controlValue,
  filterControls,
  type FilterField,
  groupTitle,
} from '../../domain/offers/filters/filterControls';
import { orderName, typeName } from '../../domain/offers/search/words/choiceWords';
import { formatNumber } from '../../domain/format';

/** The rows of the filters: fields of the service, and what is beside them in a search. */
export type FilterKey = FilterField | 'disk' | 'type' | 'order';

interface FilterRow {
  key: FilterKey;
  icon: string;
  label: string;
  /** What is asked for, in words; undefined when any will do. */
  value: string | undefined;
}

export interface FilterGroup {
  title: string;
  rows: readonly FilterRow[];
}

const icons: Readonly<Record<FilterField, string>> = {
  gpu_name: 'circuit-board',
  num_gpus: 'layers',
  gpu_ram: 'database',
  gpu_total_ram: 'database',
  cuda_max_good: 'versions',
  dph_total: 'credit-card',
  verified: 'verified',
  hosting_type: 'organization',
  reliability: 'pulse',
  geolocation: 'globe',
  duration: 'calendar',
  cpu_cores_effective: 'chip',
  cpu_ram: 'server',
  disk_bw: 'dashboard',
  inet_down: 'cloud-download',
  inet_up: 'cloud-upload',
  direct_port_count: 'plug',
};

/** All filters that can be picked, by what they are about. */
export function filterGroups(choice: OfferChoice): FilterGroup[] {
  const groups: ControlGroup[] = ['gpu', 'price', 'machine', 'transfer'];
  return groups.map((group) => {
    const own = filterControls
      .filter((control) => control.group === group)
      .map((control): FilterRow => ({
        key: control.field,
        icon: icons[control.field],
        label: controlLabel(control.field),
        value: controlValue(control, choice.filters[control.field]),
      }));
    const { before, after } = besides(group, choice);
    return { title: groupTitle(group), rows: [...before, ...own, ...after] };
  });
}

/** What a search has beside its filters, and where it stands. */
function besides(
  group: ControlGroup,
  { type, order, disk }: OfferChoice,
): { before: FilterRow[]; after: FilterRow[] } {
  switch (group) {
    case 'price':
      return {
        before: [],
        after: [
          { key: 'type', icon: 'zap', label: vscode.l10n.t('Rental type'), value: typeName(type) },
          { key: 'order', icon: 'list-ordered', label: vscode.l10n.t('Order'), value: orderName(order) },
        ],
      };
    case 'transfer':
      return {
        before: [
          {
            key: 'disk',
            icon: 'save',
            label: vscode.l10n.t('Disk (included in price)'),
            value: `${formatNumber(disk)} GB`,
          },
        ],
        after: [],
      };
    default:
      return { before: [], after: [] };
  }
}
