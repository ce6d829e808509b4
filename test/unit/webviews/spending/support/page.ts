import type {
  DayView,
  RowView,
  SpendingPage,
  SumView,
  View,
} from '../../../../../src/webviews/spending/protocol';

const dollar = 100_000_000;

export const sum = (dollars: number, more: Partial<SumView> = {}): SumView => ({
  units: Math.round(dollars * dollar),
  certainty: 'exact',
  charged: 0,
  unseen: 0,
  counted: 0,
  ...more,
});

export const row = (source: string, name: string, dollars: number, more: Partial<RowView> = {}): RowView => ({
  source,
  name,
  kind: source.startsWith('volume') ? 'volume' : 'instance',
  state: 'running',
  today: sum(dollars / 10),
  period: sum(dollars),
  total: sum(dollars * 2),
  why: [],
  ...more,
});

const day = (name: string, ...parts: [source: string, dollars: number][]): DayView => ({
  day: name,
  sum: sum(parts.reduce((all, [, dollars]) => all + dollars, 0)),
  parts: parts.map(([source, dollars]) => ({ source, sum: sum(dollars) })),
});

export const page: SpendingPage = {
  kind: 'spending',
  period: 'last7Days',
  today: sum(0.84),
  month: sum(31.2, { certainty: 'about', charged: 20 * dollar, counted: 19.5 * dollar }),
  inPeriod: sum(9, { certainty: 'about', charged: 6.4 * dollar, counted: 6.25 * dollar }),
  rows: [
    row('instance-7', 'training (7)', 4.5, {
      period: sum(4.5, { charged: 3 * dollar, counted: 2.9 * dollar }),
    }),
    row('instance-8', 'eval <b>x</b> (8)', 3, {
      state: 'ended',
      ended: Date.UTC(2026, 10, 19, 12),
      today: sum(0),
      why: ['It changed while GPU Rental wasn’t watching, for example because VS Code was closed.'],
      period: sum(3, { certainty: 'about' }),
    }),
    row('instance-10', '2× RTX 4090 (10)', 1, { state: 'stopped' }),
    row('volume-3', 'data (volume 3)', 0.3, { state: 'volume' }),
    row('instance-9', 'Instance 9', 0.12, { state: 'billed' }),
    row('instance-12', 'six (12)', 0.08, { state: 'unclear' }),
    row('volume-4', 'scratch (volume 4)', 0.05, {
      state: 'ended',
      lastSeen: Date.UTC(2026, 10, 17, 12),
      ended: Date.UTC(2026, 10, 18, 12),
    }),
  ],
  days: [
    day('2026-11-16'),
    day('2026-11-17', ['instance-8', 1.4], ['volume-3', 0.05]),
    day('2026-11-18', ['instance-8', 1.2], ['instance-7', 0.9], ['volume-3', 0.05], ['instance-9', 0.12]),
    day('2026-11-19', ['instance-8', 0.4], ['instance-7', 1.2], ['instance-10', 0.5], ['volume-3', 0.05]),
    day('2026-11-20', ['instance-7', 1.2], ['instance-10', 0.2], ['volume-3', 0.05], ['instance-12', 0.08]),
    day('2026-11-21', ['instance-7', 0.8], ['instance-10', 0.2], ['volume-3', 0.05]),
    day('2026-11-22', ['instance-7', 0.4], ['instance-10', 0.1], ['volume-3', 0.05]),
  ],
  forecast: { kind: 'ends', credit: 12.34, rate: 0.21, hours: 58.8, at: Date.UTC(2026, 10, 24, 22) },
  bill: { state: 'used', unreadable: 0 },
  since: Date.UTC(2026, 10, 3, 12),
};

export const viewOf = (part: Partial<SpendingPage> = {}): View => ({
  turn: 0,
  account: 'ada@example.com · console.example.com',
  busy: false,
  page: { ...page, ...part },
});
