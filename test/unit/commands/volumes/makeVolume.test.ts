import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import type { VolumeOffer } from '../../../../src/api/schemas/volumeOffer';
import type { Call } from '../../../../src/commands/call';
import { omitUndefined } from '../../../../src/domain/omitUndefined';
import { cloneVolume, createVolume } from '../../../../src/commands/volumes/makeVolume';
import { commandServices } from '../../support/commandServices';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const offer: VolumeOffer = {
  id: 70,
  machine_id: 5,
  geolocation: 'Sweden, SE',
  disk_space: 500,
  storage_cost: 0.144,
  end_date: Date.UTC(2026, 11, 4) / 1000,
};
const data = { id: 7, name: 'data', size: 40, machine_id: 4, storage_cost: 0.2 };
const call = (given: Record<string, unknown>): Call => ({
  instanceIds: [],
  confirmed: false,
  interactive: false,
  askedBy: 'program',
  arguments: given,
});

function setUp(found: VolumeOffer = offer) {
  const all = commandServices();
  const requests: unknown[] = [];
  const answer = { send: (): Promise<number | undefined> => Promise.resolve(9) };
  const take = (request: unknown) => {
    requests.push(request);
    return answer.send();
  };
  const volumeOffers = { search: () => Promise.resolve([found]), create: take, clone: take };
  Object.assign(all.services.accounts.client!, { volumeOffers });
  return { ...all, requests, reply: answer };
}

describe('making a volume', () => {
  it('asks once, with what it costs and what it binds, and sends it once', async () => {
    const { services, asked, requests, answer } = setUp();
    const request = call({ offerId: 70, size: 100, name: 'models' });
    answer.agrees = false;
    expect(await createVolume(services, request)).toBeUndefined();
    expect(requests).toEqual([]);
    answer.agrees = true;
    expect(await createVolume(services, request)).toEqual({ volumeId: 9 });
    expect(requests).toEqual([{ id: 70, size: 100, name: 'models' }]);
    expect(asked[0]?.message).toBe('Create a volume of 100 GB for $14.40/month?');
    expect(asked[0]?.yes).toBe('Create for $14.40/month');
    expect(asked[0]?.detail?.split('\n')).toEqual([
      'Name: models',
      'Place: machine 5 (Sweden)',
      'Price: $0.020/h until you delete the volume, even without an instance',
      'Only instances on this machine can use it.',
      expect.stringMatching(/^The host guarantees it only until .*2026/),
    ]);
  });

  it('asks again when the price rose while the question stood there', async () => {
    const { services, asked, requests } = setUp();
    const prices = [0.144, 0.288, 0.288];
    const search = () => Promise.resolve([{ ...offer, storage_cost: prices.shift() ?? 0.288 }]);
    Object.assign(services.accounts.client!.volumeOffers, { search });
    await createVolume(services, call({ offerId: 70, size: 100, name: 'models' }));
    expect(asked.map(({ yes }) => yes)).toEqual(['Create for $14.40/month', 'Create for $28.80/month']);
    expect(requests).toHaveLength(1);
  });

  it('sends nothing once the account was switched, also while the price is looked up again', async () => {
    const { services, requests } = setUp();
    let looks = 0;
    const search = async () => {
      if (++looks === 1) return [offer];
      // The person has agreed meanwhile.
      await new Promise((resolve) => void setImmediate(resolve));
      Object.assign(services.accounts, { active: { id: 'b' } });
      return [offer];
    };
    Object.assign(services.accounts.client!.volumeOffers, { search });
    const making = createVolume(services, call({ offerId: 70, size: 100, name: 'models' }));
    await expect(making).rejects.toThrow('is now in use. Nothing was done.');
    expect([looks, requests]).toEqual([2, []]);
  });

  it('sends nothing when the space went away while the question stood there', async () => {
    const { services, requests } = setUp();
    const found = [[offer], []];
    const search = () => Promise.resolve(found.shift() ?? []);
    Object.assign(services.accounts.client!.volumeOffers, { search });
    const making = createVolume(services, call({ offerId: 70, size: 100, name: 'models' }));
    await expect(making).rejects.toThrow('There is no volume offer 70.');
    expect(requests).toEqual([]);
  });

  it('asks nothing of a program with consent', async () => {
    const { services, asked, requests } = setUp();
    await createVolume(services, { ...call({ offerId: 70, size: 100 }), confirmed: true });
    expect(asked).toEqual([]);
    expect(requests).toEqual([{ id: 70, size: 100 }]);
  });

  it.each([
    [{ size: 100 }, 'offerId'],
    [{ offerId: 70 }, 'size'],
    [{ offerId: 70, size: 1.5 }, 'size'],
    [{ offerId: 70, size: 10, name: 'a name' }, 'name'],
    [{ offerId: 71, size: 10 }, 'There is no volume offer 71.'],
  ])('is refused for %j, and nothing is asked', async (given, words) => {
    const { services, asked, requests } = setUp();
    await expect(createVolume(services, call(given))).rejects.toThrow(words);
    expect([asked, requests]).toEqual([[], []]);
  });

  it('can’t be agreed to where the price isn’t told', async () => {
    const { services, requests } = setUp({ id: 70, machine_id: 5 });
    const given = { ...call({ offerId: 70, size: 10 }), confirmed: true };
    await expect(createVolume(services, given)).rejects.toThrow('doesn’t say what this space costs');
    expect(requests).toEqual([]);
  });

  it('says that the answer was lost, and never sends it again', async () => {
    const { services, requests, reply } = setUp();
    reply.send = () => Promise.reject(new ApiError('timeout', 'Too late.', { sent: true }));
    const given = { ...call({ offerId: 70, size: 10 }), confirmed: true };
    await expect(createVolume(services, given)).rejects.toMatchObject({
      code: 'outcome_unknown',
      message: 'The service’s response was lost. Look at the list of volumes before you try again.',
    });
    expect(requests).toHaveLength(1);
  });

  it('says that nothing was made where the space is gone by then', async () => {
    const { services, requests, reply } = setUp();
    reply.send = () => Promise.reject(new ApiError('not_found', 'Gone.', { status: 404 }));
    const given = { ...call({ offerId: 70, size: 10 }), confirmed: true };
    await expect(createVolume(services, given)).rejects.toMatchObject({
      code: 'may_pass',
      message: 'The service has no such volume or space any more. Nothing was created.',
    });
    expect(requests).toHaveLength(1);
  });

  it('proposes a name to a person that no other volume has', async () => {
    const { services, requests, volumes } = setUp();
    volumes.push(data, { id: 8, name: 'data-2' });
    const byPerson = { ...call({ offerId: 70, size: 10 }), interactive: true, askedBy: undefined };
    const making = createVolume(services, byPerson);
    await eventually(() => expect(screen.inputs).toHaveLength(1));
    expect(screen.inputs[0]!.value).toBe('data-3');
    screen.inputs[0]!.accept();
    await making;
    expect(requests).toEqual([{ id: 70, size: 10, name: 'data-3' }]);
  });

  it('is known by the list where the service doesn’t tell its id', async () => {
    const { services, reply, volumes } = setUp();
    volumes.push(data);
    reply.send = () => Promise.resolve(undefined);
    services.volumes.refresh = async () => void volumes.push({ id: 11, machine_id: 5 });
    const given = { ...call({ offerId: 70, size: 10 }), confirmed: true };
    expect(await createVolume(services, given)).toEqual({ volumeId: 11 });
    // Which of two it is, nobody knows.
    services.volumes.refresh = async () =>
      void volumes.push({ id: 12, machine_id: 5 }, { id: 13, machine_id: 5 });
    expect(await createVolume(services, given)).toEqual({});
  });
});

describe('cloning a volume', () => {
  it('asks with the clone’s price, what becomes of the source, and who may write to it', async () => {
    const { services, asked, requests, volumes } = setUp();
    volumes.push(data);
    expect(await cloneVolume(services, call({ volumeId: 7, offerId: 70 }))).toEqual({ volumeId: 9 });
    expect(requests).toEqual([{ src_id: 7, dst_id: 70, size: 40 }]);
    expect(asked[0]?.message).toBe('Clone the volume “data” to machine 5 (Sweden) for $5.76/month?');
    expect(asked[0]?.detail).toContain('“data” stays as it is and is billed as before.');
    expect(asked[0]?.detail).toContain('billed from now on, also while the data is being copied');
    expect(asked[0]?.detail).not.toContain('In use by');
  });

  it('may be larger, and not smaller', async () => {
    const { services, requests, volumes } = setUp();
    volumes.push(data);
    const given = { volumeId: 7, offerId: 70 };
    await cloneVolume(services, { ...call({ ...given, size: 60 }), confirmed: true });
    const small = cloneVolume(services, { ...call({ ...given, size: 39 }), confirmed: true });
    await expect(small).rejects.toThrow('The clone needs at least 40 GB');
    expect(requests).toEqual([{ src_id: 7, dst_id: 70, size: 60 }]);
  });

  it('must be given a size where that of the source isn’t told', async () => {
    const { services, requests, volumes } = setUp();
    volumes.push({ id: 7, name: 'data', machine_id: 4 });
    const given = { volumeId: 7, offerId: 70 };
    await expect(cloneVolume(services, { ...call(given), confirmed: true })).rejects.toThrow('size');
    expect(requests).toEqual([]);
    await cloneVolume(services, { ...call({ ...given, size: 60 }), confirmed: true });
    expect(requests).toEqual([{ src_id: 7, dst_id: 70, size: 60 }]);
  });

  it.each([
    ['created', 'is now a clone of “data”.', 'Rent with Volume…'],
    [
      'error',
      'The data of “data” couldn’t be copied to its clone. The clone is billed until you delete it.',
      'Delete Volume…',
    ],
  ])('tells the person how it ends: %s', async (end, words, button) => {
    const { services, volumes } = setUp();
    volumes.push(data);
    const statuses = ['copying', 'copying', end];
    services.volumes.refresh = async () =>
      void volumes.splice(1, 1, { id: 9, name: 'clone', status: statuses.shift() ?? end });
    Object.assign(services.clock, { monotonic: () => 0, after: (_: number, next: () => void) => next() });
    const byPerson = {
      ...call({ volumeId: 7, offerId: 70, size: 40 }),
      interactive: true,
      askedBy: undefined,
    };
    await cloneVolume(services, byPerson);
    expect(statuses).toEqual([]);
    expect(screen.shown.at(-1)?.message).toContain(words);
    expect(screen.shown.at(-1)?.buttons).toEqual([button]);
  });

  it.each([
    ['nothing', [undefined]],
    ['what it says of any volume', ['created']],
    ['a new word after the copy', ['copying', 'settled']],
    ['nothing after the copy', ['copying', undefined]],
  ])('doesn’t say that the data is there where the service tells %s', async (_, said) => {
    const { services, volumes } = setUp();
    volumes.push(data);
    const statuses = [...said];
    services.volumes.refresh = async () => {
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      volumes.splice(1, 1, { id: 9, name: 'clone', ...omitUndefined({ status }) });
    };
    let now = 0;
    Object.assign(services.clock, {
      monotonic: () => now,
      after: (span: number, next: () => void) => {
        now += span;
        next();
      },
    });
    const given = call({ volumeId: 7, offerId: 70, size: 40 });
    await cloneVolume(services, { ...given, interactive: true, askedBy: undefined });
    expect(screen.shown.at(-1)?.message).toMatch(/doesn’t say whether the data of “data” has been copied/);
    expect(screen.shown.at(-1)?.buttons).toEqual([]);
  });

  describe('that the list doesn’t have', () => {
    const given = { ...call({ volumeId: 7, offerId: 70, size: 40 }), interactive: true, askedBy: undefined };
    const unlisted =
      'The clone of “data” was created and is billed, but couldn’t be found in the list of volumes yet.';
    /** The list becomes `lists`, one by one, and stays the last: of a status, 'none', or undefined for a failure. */
    function listing(...lists: (string | undefined)[]) {
      const all = setUp();
      const { services, volumes } = all;
      volumes.push(data);
      services.volumes.refresh = () => {
        const status = lists.length > 1 ? lists.shift() : lists[0];
        if (status === undefined) return Promise.reject(new ApiError('offline', 'No list.'));
        volumes.splice(1, 1, ...(status === 'none' ? [] : [{ id: 9, name: 'clone', status }]));
        return Promise.resolve();
      };
      let now = 0;
      Object.assign(services.clock, {
        monotonic: () => now,
        after: (span: number, next: () => void) => {
          now += span;
          next();
        },
      });
      return all;
    }

    it.each([
      ['ends well', ['none', undefined, 'copying', 'created'], /is now a clone of “data”/],
      ['fails', [undefined, 'none', 'error'], /couldn’t be copied to its clone\. The clone is billed/],
      ['is never listed', ['none'], unlisted],
      ['cannot be looked at', [undefined], unlisted],
    ])('yet is waited for, and told: it %s', async (_, lists, words) => {
      const { services } = listing(...lists);
      expect(await cloneVolume(services, given)).toEqual({ volumeId: 9 });
      expect(screen.shown.map(({ message }) => message)).toEqual([
        typeof words === 'string' ? words : (expect.stringMatching(words) as string),
      ]);
    });

    it('any more was deleted, of which nothing is told', async () => {
      const { services } = listing('created', 'none');
      await cloneVolume(services, given);
      expect(screen.shown).toEqual([]);
    });

    it('by an id that the service tells is told all the same', async () => {
      const { services, reply } = listing('none');
      reply.send = () => Promise.resolve(undefined);
      expect(await cloneVolume(services, given)).toEqual({});
      const created = { ...given, arguments: { offerId: 70, size: 10, name: 'models' } };
      expect(await createVolume(services, created)).toEqual({});
      expect(screen.shown.map(({ message }) => message)).toEqual([
        unlisted,
        'The volume “models” was created and is billed, but couldn’t be found in the list of volumes yet.',
      ]);
    });
  });

  it('isn’t taken for an old volume of the same machine', async () => {
    const { services, volumes, reply } = setUp();
    services.volumes.refresh = () => {
      Object.assign(services.volumes.state, { fetchedAt: 1 });
      volumes.splice(0, volumes.length, { id: 3, name: 'old', size: 10, machine_id: offer.machine_id });
      return Promise.resolve();
    };
    Object.assign(services.volumes.state, { fetchedAt: undefined });
    reply.send = () => Promise.resolve(undefined);
    const made = await createVolume(services, { ...call({ offerId: 70, size: 100 }), confirmed: true });
    expect(made).toEqual({});
  });
});
