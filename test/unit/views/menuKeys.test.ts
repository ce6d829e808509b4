import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/errors';
import { followLaunches, type LaunchMenuStores } from '../../../src/views/launch/launchMenuKeys';
import { hideWithoutLaunches, MenuKeys, type MenuStores } from '../../../src/views/menuKeys';
import { clearScreen, fakeVscode, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

type Stores = {
  -readonly [name in keyof (MenuStores & LaunchMenuStores)]: (MenuStores & LaunchMenuStores)[name];
};

/** Stores that know nothing yet, one event for all of them. */
function emptyStores() {
  const changed = new fakeVscode.EventEmitter<void>();
  const event = changed.event as MenuStores['users']['onDidChange'];
  const stores = {
    accounts: { active: undefined, hasSession: false, onDidChangeAccess: event },
    instances: {
      state: { instances: new Map(), expected: [] },
      seeded: Promise.resolve(),
      onDidChange: event,
    },
    volumes: { state: { volumes: [] }, onDidChange: event },
    launches: { closedForm: undefined, saved: [], onDidChange: event },
    templates: { list: () => ({ templates: [] }), onDidChange: event },
    users: { state: {}, onDidChange: event },
  } as unknown as Stores;
  return { stores, changed };
}

/** The keys as they are now, without their common beginning. */
const keys = (): Record<string, unknown> =>
  Object.fromEntries(
    screen.commands.map(([, name, value]) => [(name as string).replace('gpuRental.', ''), value]),
  );
const hidden = (): string[] =>
  Object.entries(keys()).flatMap(([name, value]) =>
    name.startsWith('no.') && value === true ? [name.replace('no.', '')] : [],
  );

const memento = (values: Record<string, unknown>) => ({
  get: (key: string) => values[key],
  update: () => Promise.resolve(),
  keys: () => Object.keys(values),
});

const soon = () => new Promise(setImmediate);

describe('what the palette hides', () => {
  beforeEach(clearScreen);

  it('is only what certainly has nothing to work on', () => {
    const { stores } = emptyStores();
    new MenuKeys(stores, new Promise(() => undefined));
    hideWithoutLaunches(memento({}), memento({}));
    expect(hidden()).toEqual(['session', 'closedForm', 'savedLaunch']);
  });

  it('is nothing for launches that are stored, before anything reads them', () => {
    hideWithoutLaunches(memento({ 'gpuRental.savedLaunches': [{ name: 'train' }] }), memento({}));
    expect(hidden()).toEqual(['closedForm']);
    hideWithoutLaunches(
      memento({ 'gpuRental.savedLaunches': [] }),
      memento({ 'gpuRental.closedLaunch': {} }),
    );
    expect(hidden()).toEqual(['savedLaunch']);
  });

  it('follows the stores', () => {
    const { stores, changed } = emptyStores();
    const menus = new MenuKeys(stores, new Promise(() => undefined));
    const launches = followLaunches(stores);
    const listed = (is_bid: boolean) => {
      const state = { instances: new Map([[1, { id: 1, is_bid }]]), fetchedAt: 1, expected: [] };
      stores.instances = { ...stores.instances, state };
    };
    Object.assign(stores.templates, { list: () => ({ templates: [], fetchedAt: 1 }) });
    stores.users = { ...stores.users, state: { user: { id: 1, tfa_status: 'disabled' } } };
    stores.accounts = { ...stores.accounts, hasSession: true };
    Object.assign(stores.launches, { saved: [{ name: 'train', launch: {} }] });
    listed(false);
    changed.fire();
    expect(hidden().sort()).toEqual(['bid', 'closedForm', 'ownTemplate', 'twoFactor']);
    listed(true);
    changed.fire();
    expect(hidden().sort()).toEqual(['closedForm', 'ownTemplate', 'twoFactor']);

    const before = screen.commands.length;
    changed.fire();
    expect(screen.commands).toHaveLength(before);

    menus.dispose();
    launches.dispose();
    stores.accounts = { ...stores.accounts, hasSession: false };
    changed.fire();
    expect(screen.commands).toHaveLength(before);
  });
});

describe('the keys of views, while all of them are closed', () => {
  beforeEach(clearScreen);

  it('say nothing of the account before it was read', async () => {
    const { stores } = emptyStores();
    const ready = Promise.withResolvers<undefined>();
    new MenuKeys(stores, ready.promise);
    expect(Object.keys(keys())).not.toContain('signedIn');
    expect(Object.keys(keys())).not.toContain('instances.state');
    ready.resolve(undefined);
    await soon();
    expect(keys()).toMatchObject({ signedIn: false, 'instances.state': 'noAccount' });
  });

  it('say why there are no instances', () => {
    const { stores, changed } = emptyStores();
    new MenuKeys(stores, new Promise(() => undefined));
    const become = (state: Partial<MenuStores['instances']['state']>): unknown => {
      const all = { accountId: 'a', instances: new Map(), expected: [], ...state };
      stores.instances = { ...stores.instances, state: all };
      changed.fire();
      return keys()['instances.state'];
    };
    const failed = (code: ApiError['code']) => become({ error: new ApiError(code, 'No.', {}) });
    expect(become({})).toBe('loading');
    expect(become({ fetchedAt: 1 })).toBe('none');
    expect(become({ fetchedAt: 1, instances: new Map([[1, { id: 1 }]]) })).toBe('some');
    expect(failed('offline')).toBe('unreachable');
    expect(failed('unauthorized')).toBe('wrongKey');
    expect(failed('forbidden')).toBe('forbidden');
    expect(failed('two_factor_required')).toBe('secondFactor');
  });

  it('show the volumes while there are some, and say why not', () => {
    const { stores, changed } = emptyStores();
    new MenuKeys(stores, new Promise(() => undefined));
    const become = (state: MenuStores['volumes']['state']): unknown => {
      stores.volumes = { ...stores.volumes, state };
      changed.fire();
      return keys()['volumes.state'];
    };
    const some = { accountId: 'a', volumes: [{ id: 7 }], fetchedAt: 0 };
    expect(keys()['volumes.state']).toBe('unknown');
    expect(become({ ...some, volumes: [] })).toBe('none');
    expect(become({ ...some, volumes: [], missing: true })).toBe('missing');
    // There may be some that nobody could read: no text may say that nothing is billed.
    expect(become({ ...some, volumes: [], missing: true, refused: true })).toBe('unknown');
    expect(become({ ...some, volumes: [], error: new Error('no') })).toBe('unknown');
    expect(become(some)).toBe('some');
    // A failure takes nothing away.
    expect(become({ ...some, error: new Error('no') })).toBe('some');
  });
});
