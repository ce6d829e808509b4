import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PaletteKeys, type PaletteStores } from '../../../src/views/paletteKeys';
import { clearScreen, fakeVscode, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

/** Stores that know nothing yet, one event for all of them. */
function emptyStores() {
  const changed = new fakeVscode.EventEmitter<void>();
  const event = changed.event as PaletteStores['users']['onDidChange'];
  const stores = {
    accounts: { hasSession: false, onDidChangeAccess: event },
    instances: { state: { instances: new Map() }, onDidChange: event },
    launches: { closedForm: undefined, saved: [], onDidChange: event },
    templates: { list: () => ({ templates: [] }), onDidChange: event },
    users: { state: {}, onDidChange: event },
  } as unknown as { -readonly [name in keyof PaletteStores]: PaletteStores[name] };
  return { stores, changed };
}

/** The keys that are true now. */
const keys = (): string[] => {
  const values = new Map(screen.commands.map(([, name, value]) => [name as string, value as boolean]));
  return [...values].flatMap(([name, value]) => (value ? [name.replace('gpuRental.no.', '')] : []));
};

describe('what the palette hides', () => {
  beforeEach(clearScreen);

  it('is only what certainly has nothing to work on', () => {
    const { stores } = emptyStores();
    new PaletteKeys(stores);
    expect(keys()).toEqual(['closedForm', 'savedLaunch', 'session']);
  });

  it('follows the stores', () => {
    const { stores, changed } = emptyStores();
    const palette = new PaletteKeys(stores);
    stores.templates = { ...stores.templates, list: () => ({ templates: [], fetchedAt: 1 }) };
    stores.users = { ...stores.users, state: { user: { id: 1, tfa_status: 'disabled' } } };
    stores.accounts = { ...stores.accounts, hasSession: true };
    stores.launches = { ...stores.launches, saved: [{ name: 'train', launch: {} }] };
    const listed = (is_bid: boolean) => {
      const state = { instances: new Map([[1, { id: 1, is_bid }]]), fetchedAt: 1, expected: [] };
      stores.instances = { ...stores.instances, state };
    };
    listed(false);
    changed.fire();
    expect(keys()).toEqual(['bid', 'closedForm', 'ownTemplate', 'twoFactor']);
    listed(true);
    changed.fire();
    expect(keys()).toEqual(['closedForm', 'ownTemplate', 'twoFactor']);

    const before = screen.commands.length;
    changed.fire();
    expect(screen.commands).toHaveLength(before);

    palette.dispose();
    stores.accounts = { ...stores.accounts, hasSession: false };
    changed.fire();
    expect(screen.commands).toHaveLength(before);
  });
});
