import { OffersPage } from './offersPage';
import type { LoadPage } from './panels';
import type { Person } from './person';
import { SpendingPage } from './spendingPage';
import { TwoFactorPage } from './twoFactorPage';

/** The browser sides of the panels. @param problems lines of what they were sent and can't be right */
export const loadPage =
  ({ agreed, secondFactors }: Person, problems: string[]): LoadPage =>
  (panel) => {
    const send = (message: unknown) => panel.send(message);
    const problem = (text: string) => void problems.push(`${panel.life.name}: ${text}`);
    if (panel.viewType === 'gpuRental.offers') return new OffersPage(send, problem);
    if (panel.viewType === 'gpuRental.spending') return new SpendingPage(send, problem);
    return new TwoFactorPage(send, problem, {
      tell: (message) => void agreed.notices.push({ message, at: agreed.now() }),
      show: (codes) => secondFactors.show(codes, panel.life.name),
    });
  };
