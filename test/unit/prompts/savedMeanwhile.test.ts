import { beforeEach, describe, expect, it, vi } from 'vitest';
import { askAndSave } from '../../../src/prompts/launch/savedLaunch';
import { saveSearchAs } from '../../../src/prompts/searches/savedSearches';
import { eventually } from '../support/eventually';
import { clearScreen, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

/** A name that another window saves while it is typed here, where the person then declines to replace it. */
function setUp() {
  const names: string[] = [];
  const saves = vi.fn(() => Promise.resolve());
  const confirm = vi.fn(() => Promise.resolve(false));
  const rows = () => names.map((name) => ({ name }));
  const services = {
    accounts: { active: { id: 'a' }, client: {} },
    dialogs: { confirm },
    launches: {
      get saved() {
        return rows();
      },
      save: saves,
    },
    searches: { list: () => Promise.resolve(rows()), save: saves },
  };
  const type = async () => {
    await eventually(() => expect(screen.inputs).toHaveLength(1));
    names.push('mine');
    screen.inputs[0]!.type('mine');
    screen.inputs[0]!.accept();
  };
  return { services, saves, confirm, type };
}

describe('a name that another window saves meanwhile', () => {
  it('is asked about before a launch replaces it', async () => {
    const { services, saves, confirm, type } = setUp();
    const saving = askAndSave(services as unknown as Parameters<typeof askAndSave>[0], 'proposed', () =>
      Promise.resolve({ launch: {} }),
    );
    await type();
    expect(await saving).toBeUndefined();
    expect([confirm.mock.calls.length, saves.mock.calls.length]).toEqual([1, 0]);
  });

  it('is asked about before a search replaces it', async () => {
    const { services, saves, confirm, type } = setUp();
    const given = services as unknown as Parameters<typeof saveSearchAs>[0];
    const saving = saveSearchAs(given, { filters: {} } as unknown as Parameters<typeof saveSearchAs>[1]);
    await type();
    expect(await saving).toBeUndefined();
    expect([confirm.mock.calls.length, saves.mock.calls.length]).toEqual([1, 0]);
  });
});
