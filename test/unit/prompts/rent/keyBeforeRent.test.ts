import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import type { Choice } from '../../../../src/ask/dialogs';
import { parsePublicKey } from '../../../../src/ssh/keys/publicKey';
import { silent } from '../../../../src/log/log';
import type { Milestone } from '../../../../src/stores/launch/milestones';
import { KeyBeforeRent, type KeyServices } from '../../../../src/prompts/rent/keyBeforeRent';
import { clearScreen, screen } from '../../support/fakeVscode';
import { makeKey } from '../../ssh/support/realSshd';
import { temporaryFolder } from '../../ssh/support/temporary';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
const choice = vi.hoisted(() => ({ chooseLocalKey: vi.fn(), sendKey: vi.fn(), useKey: vi.fn() }));
vi.mock('../../../../src/prompts/account/chooseLocalKey', () => choice);
vi.mock('../../../../src/prompts/account/sendKey', () => choice);
vi.mock('../../../../src/connect/keys/chooseKey', () => choice);
beforeEach(() => {
  clearScreen();
  choice.chooseLocalKey.mockReset();
  choice.sendKey.mockReset();
  choice.useKey.mockReset();
});

const foreign = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K';
const missing = new ApiError('not_found', 'Not found.', { status: 404 });
const offline = new ApiError('offline', 'No connection.');

type Keys = readonly string[] | Error;

/** Someone with these keys in their account, who presses one button whatever they are asked, after those of `first`. */
async function person(keys: Keys | (() => Promise<Keys>), press?: string, first: string[] = []) {
  const folder = await temporaryFolder();
  const identityFile = makeKey(folder, 'own');
  const asked: Choice[] = [];
  const reached: Milestone[] = [];
  const memory = new Map<string, unknown>();
  const services = {
    accounts: { active: { id: 'one' } },
    dialogs: {
      choose: (choice: Choice) => {
        asked.push(choice);
        const pressed = first.shift() ?? press;
        return Promise.resolve(choice.options.find((option) => option === pressed));
      },
    },
    globalState: {
      get: (name: string) => memory.get(name),
      update: (name: string, value: unknown) => Promise.resolve(void memory.set(name, value)),
    },
    log: silent,
    milestones: { reached: (milestone: Milestone) => reached.push(milestone) },
    sshEntries: {},
    sshSetup: () => ({
      configFile: path.join(folder, 'config'),
      defaultConfigFile: path.join(folder, 'config'),
      identityFile,
    }),
  } as unknown as KeyServices;
  const own = (await readFile(`${identityFile}.pub`, 'utf8')).trim();
  const client = {
    sshKeys: {
      list: async () => {
        const listed = typeof keys === 'function' ? await keys() : keys;
        if (listed instanceof Error) throw listed;
        return listed.map((key, index) => ({ id: index + 1, key: key === 'own' ? own : key }));
      },
    },
    users: { current: () => Promise.reject(missing) },
  };
  const account = { id: 'one', baseUrl: 'https://example.com', userId: 1, email: 'robin@example.com' };
  const chosen = async (file: string) => ({
    file: `${file}.pub`,
    key: parsePublicKey(await readFile(`${file}.pub`, 'utf8'))!,
  });
  const open = () => new KeyBeforeRent(services, { account, client } as never);
  return { folder, identityFile, asked, reached, chosen, open };
}

describe('an SSH key before a rental', () => {
  it('is offered for a virtual machine when the account has none, which is not rented without', async () => {
    const { asked, open } = await person([], 'Rent Without Key');
    expect(await open().mayRent({ vm: true, runtype: 'args' })).toBe(false);
    expect(asked[0]?.message).toBe('A virtual machine needs an SSH key before it’s created.');
    expect(asked[0]?.options).toEqual(['Register Key…']);
  });

  it('is offered for anything with SSH when the account has none, and not again to who rents without', async () => {
    const { asked, open } = await person([], 'Rent Without Key');
    expect(await open().mayRent({ runtype: 'ssh_direct' })).toBe(true);
    expect(asked[0]?.options).toEqual(['Register Key…', 'Rent Without Key']);
    expect(await open().mayRent({ runtype: 'jupyter_direct' })).toBe(true);
    expect(asked).toHaveLength(1);
    expect(await open().mayRent({ vm: true })).toBe(false);
  });

  it('stops the rental when the question is closed, and is asked about the next time', async () => {
    const { asked, open } = await person([]);
    expect(await open().mayRent({})).toBe(false);
    expect(await open().mayRent({})).toBe(false);
    expect(asked).toHaveLength(2);
  });

  it('is not asked about where none is needed, there is one, or it cannot be told', async () => {
    const none = await person([]);
    expect(await none.open().mayRent({ runtype: 'args' })).toBe(true);
    const one = await person([foreign]);
    expect(await one.open().mayRent({ runtype: 'ssh_direct' })).toBe(true);
    const unknown = [await person(missing), await person(offline)];
    for (const { open } of unknown) expect(await open().mayRent({ vm: true })).toBe(true);
    for (const { asked } of [none, one, ...unknown]) expect(asked).toEqual([]);
    expect(one.reached).toEqual(['keyRegistered']);
    for (const { reached } of [none, ...unknown]) expect(reached).toEqual([]);
  });

  it('is asked about once the keys are known, also when a person is quicker than the service', async () => {
    const answer = Promise.withResolvers<Keys>();
    const { asked, open } = await person(() => answer.promise, 'Rent Without Key');
    const mayRent = open().mayRent({ runtype: 'ssh_direct' });
    expect(asked).toEqual([]);
    answer.resolve([]);
    expect(await mayRent).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it('is looked for again when the keys could not be read as the form opened', async () => {
    const answers: Keys[] = [offline, []];
    const { asked, open } = await person(() => Promise.resolve(answers.shift() ?? []), 'Register Key…');
    const keys = open();
    choice.chooseLocalKey.mockResolvedValue(undefined);
    expect(await keys.mayRent({ runtype: 'ssh_direct' })).toBe(false);
    expect(asked[0]?.message).toBe('Register an SSH key before you rent?');
    expect(await choice.chooseLocalKey.mock.calls[0]?.[2]).toEqual([]);
  });

  it('has to be one of this computer for a virtual machine, unless the person does not mind', async () => {
    const own = await person([foreign, 'own']);
    expect(await own.open().mayRent({ vm: true })).toBe(true);
    expect(own.asked).toEqual([]);
    const other = await person([foreign], 'Rent Anyway');
    expect(await other.open().mayRent({ vm: true })).toBe(true);
    expect(other.asked[0]?.message).toMatch(/^You can’t log in to this virtual machine/);
  });

  it('is offered when the service refuses a virtual machine for want of one, and for nothing else', async () => {
    const { asked, open } = await person(missing);
    const refusal = new ApiError('no_ssh_key_for_vm', 'Add a key.', { status: 400 });
    expect(await open().helpsWith(refusal)).toBe(false);
    expect(asked).toHaveLength(1);
    expect(await open().helpsWith(offline)).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('is registered where the person chose one, and the rental goes on', async () => {
    const { asked, reached, open, chosen, identityFile } = await person([], 'Register Key…');
    const own = await chosen(identityFile);
    choice.chooseLocalKey.mockResolvedValue(own);
    const keys = open();
    expect(await keys.mayRent({ vm: true })).toBe(true);
    expect(choice.sendKey).toHaveBeenCalledWith(expect.anything(), own.key);
    expect(reached).toEqual(['keyRegistered']);
    expect(await keys.mayRent({ vm: true })).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['Use This Key', true, 1],
    ['Rent Anyway', true, 0],
    [undefined, false, 0],
  ])(
    'that ssh does not offer is told before a virtual machine is rented: %s',
    async (answer, rents, uses) => {
      const { asked, open, chosen, folder } = await person([foreign], answer, ['Register Key…']);
      const made = makeKey(folder, 'made');
      choice.chooseLocalKey.mockResolvedValue(await chosen(made));
      expect(await open().mayRent({ vm: true })).toBe(rents);
      expect(asked.map(({ options }) => options)).toEqual([
        ['Register Key…', 'Rent Anyway'],
        ['Use This Key', 'Rent Anyway'],
      ]);
      expect(choice.useKey.mock.calls.map(([, file]) => file as string)).toEqual(uses ? [made] : []);
    },
  );

  it('that was registered for a container is looked at again for a virtual machine', async () => {
    const { asked, open, chosen, folder } = await person([], 'Register Key…');
    choice.chooseLocalKey.mockResolvedValue(await chosen(makeKey(folder, 'made')));
    const keys = open();
    expect(await keys.mayRent({ runtype: 'ssh_direct' })).toBe(true);
    expect(await keys.mayRent({ runtype: 'ssh_direct' })).toBe(true);
    expect(asked).toHaveLength(1);
    expect(await keys.mayRent({ vm: true })).toBe(false);
    expect(asked[1]?.options).toEqual(['Use This Key', 'Rent Anyway']);
  });

  it('leads back to the form where none was chosen, or the service takes none, which is said', async () => {
    const { open } = await person([], 'Register Key…');
    choice.chooseLocalKey.mockResolvedValueOnce(undefined);
    expect(await open().mayRent({ vm: true })).toBe(false);
    choice.chooseLocalKey.mockResolvedValueOnce({ key: parsePublicKey(foreign) });
    const refusal = new ApiError('team_ssh_keys_not_supported', 'Teams can’t.', { status: 400 });
    choice.sendKey.mockRejectedValueOnce(refusal);
    expect(await open().mayRent({ vm: true })).toBe(false);
    expect(screen.shown.map(({ message }) => message)).toEqual(['Teams can’t.']);
  });
});
