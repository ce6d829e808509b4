import { expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { emptyLedger } from '../../../../src/domain/money/ledger/ledger';
import { silent } from '../../../../src/log/log';
import type { View } from '../../../../src/webviews/spending/protocol';
import { SpendingPanels } from '../../../../src/webviews/spending/panel';
import { eventually } from '../../support/eventually';
import { ManualClock } from '../../support/manualClock';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const accountOf = (id: string) => ({
  id,
  baseUrl: 'https://gpu.example',
  userId: 1,
  email: `${id}@example.com`,
});

/** What several stores tell their listeners. */
class Told {
  readonly #listeners: (() => void)[] = [];
  onDidChange = (listener: () => void) => {
    this.#listeners.push(listener);
    return { dispose: () => undefined };
  };
  tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The panel with stand-ins for all stores, and what it was sent. */
async function openPanel() {
  const posted: { view: View }[] = [];
  let send: (message: unknown) => void = () => undefined;
  const panel = {
    webview: {
      options: {},
      html: '',
      asWebviewUri: (uri: unknown) => uri,
      postMessage: (message: { kind: string; view: View }) =>
        Promise.resolve(message.kind === 'view' && posted.push(message) > 0),
      onDidReceiveMessage: (listener: (message: unknown) => void) => {
        send = listener;
        return { dispose: () => undefined };
      },
    },
    onDidChangeViewState: () => ({ dispose: () => undefined }),
    onDidDispose: () => ({ dispose: () => undefined }),
    reveal: () => undefined,
    dispose: () => undefined,
  };
  const [first, second] = [accountOf('first'), accountOf('second')];
  const [ofAccounts, ofInstances, ofBills, others] = [new Told(), new Told(), new Told(), new Told()];
  const accounts = { accounts: [first, second], active: first, client: {}, ...pick(ofAccounts) };
  const instances = { state: { accountId: 'first', fetchedAt: 1, instances: new Map(), expected: [] } };
  const services = {
    ...{ extensionUri: {}, accounts, log: silent, clock: new ManualClock(), rate: () => undefined },
    instances: { ...instances, ...pick(ofInstances), refresh: () => Promise.resolve() },
    volumes: { state: { volumes: [] }, ...pick(others) },
    spending: { ledgerOf: () => emptyLedger, load: () => Promise.resolve(), ...pick(others) },
    bills: { of: () => ({ isLoading: false }), load: () => Promise.resolve(), ...pick(ofBills) },
    credit: { credit: undefined, ...pick(others) },
  };
  new SpendingPanels(services as never).restore(panel as unknown as vscode.WebviewPanel, undefined);
  send({ kind: 'ready' });
  await eventually(() => expect(posted.at(-1)?.view.page.kind).toBe('spending'));
  return { posted, services, ofAccounts, ofInstances, ofBills, second };
}

it('shows charges that a person asked for as soon as they are here', async () => {
  const { posted, services, ofBills } = await openPanel();
  const shown = () => {
    const page = posted.at(-1)?.view.page;
    return page?.kind === 'spending' ? page.bill?.state : undefined;
  };
  for (const isLoading of [true, false, true]) {
    services.bills.of = () => ({ isLoading });
    ofBills.tell();
    await eventually(() => expect(shown()).toBe(isLoading ? 'loading' : undefined));
  }
});

const pick = ({ onDidChange }: Told) => ({ onDidChange });

it('says why the list of instances is an old one', async () => {
  const { posted, services, ofInstances } = await openPanel();
  expect(posted.at(-1)?.view.problem).toBeUndefined();
  services.instances.state = { ...services.instances.state, error: new Error('no') } as never;
  services.clock.time += 10_000;
  ofInstances.tell();
  await eventually(() => expect(posted.at(-1)?.view.problem?.message).toBeTruthy());
  expect(posted.at(-1)?.view.page).toMatchObject({ forecast: { kind: 'notListed' } });
});

it('keeps what it shows until it is told itself that another account is in use', async () => {
  const { posted, services, ofAccounts, ofInstances, second } = await openPanel();
  const before = posted.length;
  // The list of instances is told first, and has forgotten those of the account before.
  services.accounts.active = second;
  services.instances.state = {
    ...services.instances.state,
    accountId: 'second',
    fetchedAt: undefined as never,
  };
  services.clock.time += 10_000;
  ofInstances.tell();
  const shown = posted.slice(before).map(({ view }) => `${view.turn} ${view.page.kind}`);
  expect(shown).not.toContain('0 loading');
  ofAccounts.tell();
  expect(posted.at(-1)?.view).toMatchObject({ turn: 1, page: { kind: 'loading' } });
});
