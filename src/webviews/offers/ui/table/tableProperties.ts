import * as l10n from '@vscode/l10n';
import { LitElement } from 'lit';
import type { Layout } from '../../../../domain/offers/table/layout';
import type { MarketRow } from '../../../../domain/offers/table/marketRow';
import type { Plan } from '../../../../domain/offers/plannedPrice';
import type { SortKey } from '../../../../domain/offers/table/sortRows';
import type { TableInput } from './tableData';

/** The properties that change what the table shows, and not only where it is looked at. */
export const inputNames = [
  'rows',
  'market',
  'plan',
  'sort',
  'pinned',
  'compared',
  'badMachines',
  'columns',
] as const;

/** What the table is given. */
export abstract class TableProperties extends LitElement {
  static override properties = {
    rows: { attribute: false },
    market: { attribute: false },
    plan: { attribute: false },
    sort: { attribute: false },
    columns: { attribute: false },
    selected: { attribute: false },
    hovered: { attribute: false },
    pinned: { attribute: false },
    compared: { attribute: false },
    badMachines: { attribute: false },
    label: {},
  };
  /** Those that match the filters, in any order. */
  declare rows: readonly MarketRow[];
  /** All that are known, for pinned rows that the filters leave out. */
  declare market: readonly MarketRow[];
  declare plan: Plan;
  declare sort: readonly SortKey[];
  /** In their order; none means the usual ones. */
  declare columns: Layout['columns'];
  declare selected: string | undefined;
  declare hovered: string | undefined;
  declare pinned: ReadonlySet<string>;
  declare compared: ReadonlySet<string>;
  declare badMachines: ReadonlySet<number>;
  /** The table's name for those who hear it. */
  declare label: string;

  constructor() {
    super();
    this.rows = [];
    this.market = [];
    this.plan = { disk: 0, hours: 1 };
    this.sort = [];
    this.columns = [];
    this.pinned = new Set();
    this.compared = new Set();
    this.badMachines = new Set();
    this.label = l10n.t('Offers');
  }

  protected get input(): TableInput {
    const { rows, market, plan, sort, pinned, compared, badMachines, columns } = this;
    return { rows, market, plan, sort, pinned, compared, badMachines, columns };
  }
}
