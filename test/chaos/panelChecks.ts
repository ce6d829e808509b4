import type { ToldSpending } from '../../src/commands/money/showSpending';
import type { EndWorld } from './checks';
import { OffersPage } from './offersPage';
import { SpendingPage } from './spendingPage';
import type { Window } from './window';

const units = 1e8;
/** Dollars that something may have cost between two looks at it. */
const between = 0.15;

/** Each panel that is open shows what there is once it is in front, and that of the account in use. */
export async function panelsShown({ person, time, sandbox }: EndWorld): Promise<string[]> {
  const offers = (await sandbox.freeOffers()).length;
  const problems: string[] = [];
  for (const window of person.windows)
    for (const panel of window.screen.panels.open) {
      window.screen.panels.reveal(panel);
      await time.pass(90_000);
      const { page } = panel;
      const found =
        page instanceof OffersPage
          ? offersShown(page, offers)
          : page instanceof SpendingPage
            ? await spendingShown(page, window, time)
            : [];
      problems.push(...found.map((problem) => `${window.life.name}: ${problem}`));
    }
  return problems;
}

const account = 'renter@example.com';

function offersShown({ view, model }: OffersPage, there: number): string[] {
  if (!view) return ['the offers panel shows nothing'];
  return [
    ...(view.account.startsWith(account) ? [] : [`the offers panel is for ${view.account}`]),
    ...(view.problem ? [`the offers panel still says ${view.problem.message}`] : []),
    ...(model.rows.length > 0 || there === 0 ? [] : [`the offers panel is empty; there are ${there}`]),
  ];
}

async function spendingShown(page: SpendingPage, window: Window, time: EndWorld['time']): Promise<string[]> {
  if (!page.view?.account.startsWith(account)) return [`the spending panel is for ${page.view?.account}`];
  if (!page.figures) return [`the spending panel is ${page.view.page.kind}`];
  const { period, inPeriod } = page.figures;
  page.refresh();
  await time.pass(10_000);
  const told = await window.call<ToldSpending>('showSpending', { period });
  const drawn = (page.figures ?? { inPeriod }).inPeriod.units / units;
  return Math.abs(drawn - told.inPeriod.amount) <= between
    ? []
    : [`the spending panel says $${drawn} for ${period}, the command $${told.inPeriod.amount}`];
}
