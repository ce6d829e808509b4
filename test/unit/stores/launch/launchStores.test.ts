import type * as vscode from 'vscode';
import { describe, expect, it, vi } from 'vitest';
import { Keyring } from '../../../../src/stores/account/keyring';
import { LaunchSecrets } from '../../../../src/stores/launch/launchSecrets';
import type { ClosedForm } from '../../../../src/stores/launch/closedForm';
import { LaunchStore } from '../../../../src/stores/launch/launchStore';
import { PanelMemory } from '../../../../src/stores/offers/panelMemory';
import { syncState } from '../../../../src/stores/launch/syncedState';
import { TemplateDrafts } from '../../../../src/stores/templates/templateDrafts';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

/** A Memento that keeps what JSON keeps, as VS Code's own does. */
function memento(): vscode.Memento {
  const values = new Map<string, string>();
  return {
    keys: () => [...values.keys()],
    get: (key: string) => {
      const text = values.get(key);
      return (text === undefined ? undefined : JSON.parse(text)) as never;
    },
    update: (key, value) => {
      if (value === undefined) values.delete(key);
      else values.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  };
}

/** A keyring that keeps, refuses silently, or throws. */
function secretStorage(mood: 'keeps' | 'forgets' | 'throws'): vscode.SecretStorage {
  const values = new Map<string, string>();
  const act = async <T>(result: () => T): Promise<T> => {
    if (mood === 'throws') throw new Error('locked');
    return result();
  };
  return {
    get: (key) => act(() => values.get(key)),
    store: (key, value) =>
      act(() => {
        if (mood === 'keeps') values.set(key, value);
      }),
    delete: (key) =>
      act(() => {
        values.delete(key);
      }),
    keys: () => act(() => [...values.keys()]),
    onDidChange: () => {
      throw new Error('not used here');
    },
  };
}

const closed: ClosedForm = {
  offerId: 1,
  isBid: false,
  query: { filters: { num_gpus: { eq: 1 } }, order: [['dph_total', 'asc']] },
  draft: { image: 'a', env: { TOKEN: { secret: 'TOKEN' } } },
  count: 2,
  typed: { disk: '3' },
  at: 5,
};

describe('what is remembered of launches', () => {
  it('survives the window: the closed form, saved launches, images', async () => {
    const globalState = memento();
    const store = new LaunchStore(globalState, memento());
    await store.keepForm(closed);
    await store.save({ name: 'b', launch: { image: 'x' } });
    await store.save({ name: 'a', launch: { image: 'y' } });
    await store.save({ name: 'b', launch: { image: 'z' } });
    for (let index = 0; index < 12; index += 1) await store.rememberImage(`image${index % 10}`);
    const later = new LaunchStore(globalState, memento());
    expect(later.closedForm).toEqual(closed);
    expect(later.saved).toEqual([
      { name: 'a', launch: { image: 'y' } },
      { name: 'b', launch: { image: 'z' } },
    ]);
    expect(later.recentImages.slice(0, 3)).toEqual(['image1', 'image0', 'image9']);
    expect(later.recentImages).toHaveLength(8);
    await later.forget('a');
    await later.endForm(closed.id);
    expect(later.saved.map(({ name }) => name)).toEqual(['b']);
    expect(later.closedForm).toBeUndefined();
  });

  it('keeps the closed forms of two windows apart', async () => {
    const globalState = memento();
    const [one, other] = [new LaunchStore(globalState, memento()), new LaunchStore(globalState, memento())];
    await one.keepForm({ ...closed, id: 'a' });
    await other.keepForm({ ...closed, id: 'b', offerId: 2, at: 6 });
    expect(one.closedForm?.offerId).toBe(1);
    expect(other.closedForm?.offerId).toBe(2);
    // The secrets of either are still needed.
    expect(one.drafts).toHaveLength(2);
    await one.endForm('a');
    expect(other.closedForm?.offerId).toBe(2);
    // A window without one goes on with another's.
    expect(one.closedForm?.offerId).toBe(2);
    await one.keepForm({ ...closed, id: 'b', offerId: 2, at: 7 });
    await one.endForm('b');
    expect(new LaunchStore(globalState, memento()).closedForm).toBeUndefined();
  });

  it('offers no form that was gone on with and rented in another window', async () => {
    const globalState = memento();
    const [one, other] = [new LaunchStore(globalState, memento()), new LaunchStore(globalState, memento())];
    await one.keepForm({ ...closed, id: 'a' });
    await other.keepForm({ ...other.closedForm!, at: 6 });
    await other.endForm('a');
    expect([one.closedForm, other.closedForm]).toEqual([undefined, undefined]);
    // One that is still open there goes on being kept.
    await one.keepForm({ ...closed, id: 'a', at: 7 });
    expect(one.closedForm?.at).toBe(7);
    for (let index = 0; index < 30; index += 1) {
      await other.keepForm({ ...closed, id: `${index}` });
      await other.endForm(`${index}`);
    }
    expect(globalState.get<string[]>('gpuRental.endedLaunches')).toHaveLength(20);
  });

  it('keeps a form that is filled in while another one of the same window is rented', async () => {
    const [globalState, workspaceState] = [memento(), memento()];
    const store = new LaunchStore(globalState, workspaceState);
    const rented: ClosedForm = { ...closed, id: 'a', sent: true };
    await store.keepForm(rented, { behind: true });
    expect(store.closedForm).toEqual(rented);
    const filledIn: ClosedForm = { ...closed, id: 'b', draft: { image: 'b' } };
    await store.keepForm(filledIn);
    // The next one of several.
    await store.keepForm({ ...rented, count: 1 }, { behind: true });
    expect(store.closedForm).toEqual(filledIn);
    await store.endForm('a');
    expect(new LaunchStore(globalState, workspaceState).closedForm).toEqual(filledIn);
    expect(store.drafts).toHaveLength(1);
  });

  it('passes over what another version left behind', async () => {
    const globalState = memento();
    await globalState.update('gpuRental.savedLaunches', [{ name: 'a' }, 7, { name: 'b', launch: {} }]);
    await globalState.update('gpuRental.closedLaunch', { ...closed, draft: { image_login: '-u a -p b c' } });
    await globalState.update('gpuRental.recentImages', 'none');
    const store = new LaunchStore(globalState, memento());
    expect(store.saved.map(({ name }) => name)).toEqual(['b']);
    expect(store.closedForm).toBeUndefined();
    expect(store.recentImages).toEqual([]);
  });

  it.each([
    ['gpuRental.savedLaunches', [{ name: 'b', launch: {} }], [{ name: 'b', launch: {} }, 7]],
    ['gpuRental.rentedLaunches', { 'a/1': { name: 'b', launch: {} } }, { 'a/1': { name: 'b' } }],
    ['gpuRental.closedLaunch', closed, { ...closed, count: 'two' }],
  ])('says that it doesn’t know what all launches refer to: %s', async (key, whole, damaged) => {
    const globalState = memento();
    const store = new LaunchStore(globalState, memento());
    await globalState.update(key, whole);
    expect(store.drafts).toHaveLength(1);
    await globalState.update(key, damaged);
    expect(store.drafts).toBeUndefined();
  });

  it('has drafts of templates by their document', async () => {
    const globalState = memento();
    const drafts = new TemplateDrafts(globalState);
    const draft = { text: '{}', hashId: 'h', newPassword: true };
    await drafts.set('/a/1/x', draft);
    await drafts.set('/a/new-1/y', { text: '', newPassword: false });
    expect(new TemplateDrafts(globalState).all.get('/a/1/x')).toEqual(draft);
    await drafts.set('/a/1/x', undefined);
    expect([...drafts.all.keys()]).toEqual(['/a/new-1/y']);
  });
});

describe('secrets of launches', () => {
  it.each(['keeps', 'forgets', 'throws'] as const)(
    'last at least as long as the window: %s',
    async (mood) => {
      const secrets = new LaunchSecrets(new Keyring(secretStorage(mood)));
      await secrets.set('TOKEN', 'one');
      expect(await secrets.reveal(['TOKEN', 'OTHER'])).toEqual({
        values: new Map([['TOKEN', 'one']]),
        missing: ['OTHER'],
      });
    },
  );

  it('never take each other’s names', async () => {
    const secrets = new LaunchSecrets(new Keyring(secretStorage('keeps')));
    await secrets.set('TOKEN', 'one');
    expect(await secrets.freeName('TOKEN', 'one')).toBe('TOKEN');
    expect(await secrets.freeName('TOKEN', 'two')).toBe('TOKEN-2');
  });
});

it('has Settings Sync bring saved launches and the arrangement of the offers panel, and nothing else', async () => {
  const synced: string[] = [];
  const state = { ...memento(), setKeysForSync: (keys: readonly string[]) => void synced.push(...keys) };
  syncState(state);
  const launches = new LaunchStore(state, memento());
  const panel = new PanelMemory(state);
  await launches.save({ name: 'train', launch: { image: 'a' } });
  await launches.rememberImage('a');
  await launches.keepForm(closed);
  await panel.keepLayout({ columns: [{ id: 'gpu' }] });
  await panel.keepQuery({ type: 'bid', filters: {}, disk: 20, hours: 8 });
  expect(state.keys().length).toBeGreaterThan(synced.length);
  expect(synced.map((key) => [key, state.get<unknown>(key)])).toEqual([
    ['gpuRental.savedLaunches', [{ name: 'train', launch: { image: 'a' } }]],
    ['gpuRental.offersPanel', { layout: { columns: [{ id: 'gpu' }] }, plan: { type: 'bid', hours: 8 } }],
  ]);
});
