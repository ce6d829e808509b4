import type { Random } from '../sandbox/random';
import type { RemoteControl } from '../sandbox/remoteControl';
import { OffersPage } from './offersPage';
import type { SimulatedPanel } from './panels';
import { SpendingPage } from './spendingPage';
import type { SecondFactors } from './secondFactors';
import { TwoFactorPage } from './twoFactorPage';
import type { Window } from './window';

interface ActWorld {
  draws: Random;
  sandbox: RemoteControl;
  secondFactors: SecondFactors;
}

export const panelCommands = ['browseOffers', 'showSpending', 'manageTwoFactor'] as const;
export type PanelCommand = (typeof panelCommands)[number];

const typeOf: Record<PanelCommand, string> = {
  browseOffers: 'gpuRental.offers',
  showSpending: 'gpuRental.spending',
  manageTwoFactor: 'gpuRental.twoFactor',
};

/** Opens a panel from the Command Palette. */
export async function openPanel(
  window: Window,
  { draws }: ActWorld,
  command: PanelCommand = draws.pick(panelCommands),
): Promise<unknown> {
  await window.screen.choose(command);
  return command;
}

/** Does in a panel what its page offers: in the one in front, or in that of a command, which is opened first. */
export async function usePanel(window: Window, world: ActWorld, command?: PanelCommand): Promise<unknown> {
  const { panels } = window.screen;
  const panel = panels.open.find(({ isVisible, viewType }) =>
    command === undefined ? isVisible : viewType === typeOf[command],
  );
  if (!panel) return openPanel(window, world, command);
  panels.reveal(panel);
  const { page } = panel;
  if (page instanceof OffersPage) return useOffers(page, world);
  if (page instanceof SpendingPage) return useSpending(page, world);
  if (page instanceof TwoFactorPage) return world.secondFactors.use(page, window);
  return 'still loading';
}

/** Puts a panel behind another tab, or in front again, or closes it. */
export function movePanel(window: Window, { draws }: ActWorld): string | undefined {
  const { panels } = window.screen;
  const { open } = panels;
  if (open.length === 0) return undefined;
  const panel: SimulatedPanel = draws.pick(open);
  const how = draws.pick(['hide', 'show', 'show', 'close'] as const);
  if (how === 'close') panel.close();
  else if (how === 'show') panels.reveal(panel);
  else panel.setVisible(false);
  return `${how} ${panel.viewType}`;
}

function useOffers(page: OffersPage, { draws }: ActWorld): string {
  const act = draws.pick(['search', 'refresh', 'sort', 'rent'] as const);
  switch (act) {
    case 'search':
      return `search ${page.search(draws)}`;
    case 'refresh':
      page.refresh();
      return act;
    case 'sort':
      page.sort(draws);
      return act;
    case 'rent':
      page.rent(draws);
      return act;
  }
}

function useSpending(page: SpendingPage, { draws }: ActWorld): string {
  if (draws.chance(0.7)) return page.choosePeriod(draws);
  page.refresh();
  return 'refresh';
}
