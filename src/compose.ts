import { dialogs } from './ask/dialogs';
import type { Background, Ground } from './background';
import type { Services } from './prompts/services';
import type { SshEntries } from './connect/entries/sshEntries';
import { sshSetup } from './connect/entries/sshSetup';
import { LoginAgreements } from './connect/prepareServices';
import { Tunnels } from './connect/tunnels';
import { remoteWindow } from './connect/window/remoteWindow';
import { TemplatePasswords } from './prompts/templates/templatePasswords';
import { createCommandStores } from './stores/commandStores';
import { ProjectOffer } from './stores/launch/projectOffer';
import { PanelMemory } from './stores/offers/panelMemory';
import { AccountView } from './views/account/accountView';
import { InstancesView } from './views/instances/instancesView';
import { showRentWait } from './views/instances/rentals';
import { ThisInstanceView } from './views/instances/thisInstanceView';
import { createLaunchViews } from './views/launch/launchViews';
import { followLaunches } from './views/launch/launchMenuKeys';
import { ChargesDocuments } from './views/texts/chargesDocuments';
import { VolumesView } from './views/volumes/volumesView';
import { lazyOffersPanels, lazySpendingPanels, lazyTwoFactorPanels } from './webviews/lazyPanels';

/** Builds what commands, views and documents need beside what the window does in the background. */
export function compose(
  { context, log, clock, showLog, early, consent }: Ground,
  background: Background,
  sshEntries: SshEntries,
): Services {
  const { accounts, users, ready, costs, ownInstance, texts } = background;
  const stores = {
    ...background,
    ...createCommandStores(context, background, {
      onWait: showRentWait,
      keepAgreed: async (...rented) => {
        const { keepAgreed } = await import('./ask/confirmSpending');
        return keepAgreed(services, ...rented);
      },
    }),
  };
  const tunnels = new Tunnels(sshSetup, log);
  const twoFactor = lazyTwoFactorPanels({
    extensionUri: context.extensionUri,
    accounts,
    users,
    clock,
    unstored: stores.unstored,
    log,
  });
  const launching = createLaunchViews(early, stores, stores.globalState);
  const offersPanel = lazyOffersPanels({
    extensionUri: context.extensionUri,
    accounts,
    offers: stores.offers,
    badMachines: stores.badMachines,
    hidden: stores.hidden,
    memory: new PanelMemory(stores.globalState),
    searches: stores.searches,
    clock,
    log,
  });
  const figures = { ...stores, rate: () => costs.all.get(accounts.active?.id ?? '')?.rate };
  const spendingPanel = lazySpendingPanels({ ...figures, extensionUri: context.extensionUri });
  const projectOffer = new ProjectOffer(stores);
  const services: Services = {
    ...stores,
    consent,
    dialogs,
    log,
    showLog,
    extension: context.extension,
    charges: new ChargesDocuments(texts),
    figures,
    trees: early,
    editors: launching.editors,
    templateFiles: launching.templateFiles,
    templateConflicts: launching.templateConflicts,
    twoFactor,
    offersPanel,
    spendingPanel,
    loginAgreements: new LoginAgreements(),
    sshEntries,
    sshSetup,
    tunnels,
    remoteWindow: remoteWindow(context.globalStorageUri, log),
  };
  context.subscriptions.push(
    twoFactor,
    offersPanel,
    spendingPanel,
    tunnels,
    projectOffer,
    stores.ownKey,
    stores.templates,
    launching.launchViews,
    followLaunches(stores),
    new TemplatePasswords(launching.templateFiles),
    new InstancesView(early.instances, { ...stores, tunnels, projectOffer }, ready),
    ...(ownInstance === undefined ? [] : [new ThisInstanceView(early.thisInstance, ownInstance, stores)]),
    new VolumesView(early.volumes, stores),
    new AccountView(early.account, stores, costs),
  );
  return services;
}
