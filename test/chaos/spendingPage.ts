import { type Period, periods } from '../../src/domain/money/ledger/calendar';
import { heard } from '../../src/webviews/shared/messages';
import {
  type Action,
  hostMessage,
  type SpendingPage as Figures,
  type View,
} from '../../src/webviews/spending/protocol';
import type { Random } from '../sandbox/random';
import type { Page } from './panels';

/** The browser side of the spending panel without its drawing. */
export class SpendingPage implements Page {
  view: View | undefined;
  readonly #send: (message: Action) => void;
  readonly #problem: (text: string) => void;

  constructor(send: (message: Action) => void, problem: (text: string) => void) {
    this.#send = send;
    this.#problem = problem;
  }

  get figures(): Figures | undefined {
    return this.view?.page.kind === 'spending' ? this.view.page : undefined;
  }

  get state(): unknown {
    return this.figures && { period: this.figures.period };
  }

  receive(message: unknown): void {
    const view = hostMessage.safeParse(message).data?.view;
    if (!view) {
      if (!heard.safeParse(message).success)
        this.#problem(`the spending panel can't read ${JSON.stringify(message).slice(0, 200)}`);
      return;
    }
    if (this.figures && view.page.kind === 'loading' && view.turn === this.view?.turn)
      this.#problem('the spending panel was emptied');
    this.view = view;
    for (const problem of sumsThatDiffer(this.figures)) this.#problem(problem);
  }

  choosePeriod(draws: Random): Period {
    const period = draws.pick(periods);
    this.#send({ kind: 'period', period });
    return period;
  }

  refresh(): void {
    this.#send({ kind: 'refresh' });
  }
}

/** Every sum is that of its parts, to the hundred-millionth of a dollar. */
function sumsThatDiffer(figures: Figures | undefined): string[] {
  if (!figures) return [];
  const { period, inPeriod, today, rows, days } = figures;
  const sum = (all: readonly { units: number }[]) => all.reduce((units, one) => units + one.units, 0);
  const byRow = sum(rows.map((row) => row.period));
  const byDay = sum(days.map((day) => day.sum));
  const todayByRow = sum(rows.map((row) => row.today));
  return [
    ...(byRow === inPeriod.units ? [] : [`the rows of ${period} sum to ${byRow}, not ${inPeriod.units}`]),
    ...(byDay === inPeriod.units ? [] : [`the days of ${period} sum to ${byDay}, not ${inPeriod.units}`]),
    ...(period === 'lastMonth' || todayByRow === today.units
      ? []
      : [`the rows of today sum to ${todayByRow}, not ${today.units}`]),
    ...days.flatMap(({ day, sum: own, parts }) =>
      sum(parts.map((part) => part.sum)) === own.units ? [] : [`the parts of ${day} differ from its sum`],
    ),
  ];
}
