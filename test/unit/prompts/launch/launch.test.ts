import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import { LaunchForm } from '../../../../src/prompts/launch/form';
import { LaunchFlow } from '../../../../src/prompts/launch/launchFlow';
import { type LaunchStart, startingState } from '../../../../src/prompts/launch/launchState';
import type { AccountInUse } from '../../../../src/stores/account/accountInUse';
import type { FoundOffer } from '../../../../src/stores/offers/offerStore';
import { hostileTexts } from '../../../hostileTexts';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';
import { eventually } from '../../support/eventually';
import { interruptible, launchServices, notebook, onDemand } from '../support/launchServices';
import { userOf } from '../support/launchUser';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(() => {
  clearScreen();
  screen.settings = { 'rent.image': 'debian:12', 'rent.disk': 20, 'rent.runtype': 'ssh_direct' };
});

const other: FoundOffer = { ...onDemand, offer: { ...onDemand.offer, id: 2, gpu_name: 'RTX 3090' } };

interface Options {
  start?: LaunchStart;
  hours?: number;
  world?: ReturnType<typeof launchServices>;
}

/** A form that leads to an instance. */
function launching(found = onDemand, { start = {}, hours, world = launchServices() }: Options = {}) {
  const market = new Map([onDemand, other].map((one) => [one.offer.id, one]));
  const rented: { offerId: number; request: unknown }[] = [];
  Object.assign(world.services, {
    offers: {
      isFresh: () => false,
      search: () => Promise.resolve({ found: [...market.values()] }),
      find: (id: number, { isBid }: { isBid: boolean }) =>
        Promise.resolve(market.has(id) ? { ...market.get(id), isBid } : undefined),
    },
    rentQueue: {
      rent: async (offerId: number, request: unknown, _machine: unknown, begin: () => Promise<void>) => {
        await begin();
        rented.push({ offerId, request });
        return { instanceId: 9, foundAfterwards: false };
      },
    },
  });
  const { services } = world;
  const who = { account: services.accounts.active, client: services.accounts.client } as AccountInUse;
  const earlier = services.launches.closedForm;
  const state = { id: randomUUID(), ...startingState(found, start) };
  const form = new LaunchForm(services, found, state, { earlier, hours });
  const flow = new LaunchFlow(services, form, who);
  return { ...world, market, rented, form, flow };
}

/** The same, and the person in front of it. */
function shown(...given: Parameters<typeof launching>) {
  const world = launching(...given);
  return { ...world, ...userOf(() => world.flow.play()) };
}

const words = (rows: readonly object[]): string => JSON.stringify(rows);

describe('the launch of an offer', () => {
  it('rents by the question with the price alone', async () => {
    const { asked, rented, launches, type, rent, rentLabel } = shown();
    await type('label', 'train');
    expect(rentLabel()).toBe('Rent for $0.31/h');
    expect(await rent()).toEqual({ kind: 'rented', instanceIds: [9] });
    expect(asked).toEqual(['Rent 1× RTX 4090 for $0.31/h?']);
    expect(rented).toEqual([
      { offerId: 1, request: { image: 'debian:12', runtype: 'ssh_direct', disk: 20, label: 'train' } },
    ]);
    expect(launches.closedForm).toBeUndefined();
  });

  it('is remembered with its search, for another one like it, without machines that are left out for a day', async () => {
    const filters = { reliability: { gte: 0.99 }, machine_id: { notin: [66, 5] }, id: { eq: 1 } };
    const found = { ...onDemand, query: { ...onDemand.query, filters } };
    const { launches, market, type, rent } = shown(found);
    market.set(found.offer.id, found);
    await type('label', 'train');
    await rent();
    expect(launches.rentedAs('a', 9)).toMatchObject({
      name: 'train',
      launch: { label: 'train' },
      offers: { filters: { reliability: { gte: 0.99 }, machine_id: { notin: [5] } } },
    });
    expect(launches.rentedAs('b', 9)).toBeUndefined();
  });

  it('begins with the planned disk, bid and hours', async () => {
    const { form, main, rows, rentLabel } = shown(interruptible, {
      start: { disk: 100, bid: 0.25 },
      hours: 8,
    });
    await main();
    expect(form.state.draft).toMatchObject({ disk: 100, price: 0.25 });
    expect(rentLabel()).toBe('Rent for $0.30/h');
    expect(rows()[0]?.description).toMatch(/^\$2\.40 for 8 h · /);
  });

  it('says that a planned bid is too low in place of bidding more', async () => {
    const { main, problems, rentLabel } = shown(interruptible, { start: { bid: 0.05 } });
    await main();
    expect(problems()).toEqual(['price: The lowest bid for this offer is $0.10/h.']);
    expect(rentLabel()).toBeUndefined();
  });

  it('stays filled in when its offer is gone, and goes on with one of the most similar', async () => {
    const { market, form, rented, type, rent, pickRow } = shown();
    await type('label', 'train');
    market.delete(1);
    const renting = rent();
    await pickRow('RTX 3090');
    expect(await renting).toEqual({ kind: 'rented', instanceIds: [9] });
    expect(rented).toMatchObject([{ offerId: 2, request: { label: 'train' } }]);
    expect(form.found.offer.id).toBe(2);
  });

  it('applies a typed text once it fits', async () => {
    const { form, type, problems } = shown();
    await type('disk', '500');
    expect(problems()).toEqual(['disk: This machine offers 200 GB. You asked for 500 GB.']);
    form.replace({ ...other, offer: { ...other.offer, disk_space: 1000 } }, form.state);
    expect(form.state).toMatchObject({ draft: { disk: 500 }, typed: {} });
  });

  it('brings a refusal of the service back to its field, with everything still filled in', async () => {
    const { services, form, type, rent, main, problems } = shown();
    await type('label', 'train');
    const refusal = { status: 400, serverMessage: 'disk: not on a $(zap) Sunday' };
    const refuse = () => Promise.reject(new ApiError('invalid_request', 'No.', refusal));
    const refusing = vi.spyOn(services.rentQueue, 'rent').mockImplementation(refuse);
    void rent();
    await eventually(() => expect(refusing).toHaveBeenCalled());
    await main();
    expect(problems()).toEqual(['disk: not on a $ (zap) Sunday']);
    expect(form.state.draft.label).toBe('train');
    await type('disk', '30');
    expect(problems()).toEqual([]);
  });

  it('tells what else went wrong to the one who opened it, and can be resumed', async () => {
    const { services, launches, type, rent } = shown();
    await type('label', 'train');
    services.rentQueue.rent = () =>
      Promise.reject(new ApiError('server_error', 'It broke.', { status: 500 }));
    await expect(rent()).rejects.toThrow('It broke.');
    expect(launches.closedForm?.draft.label).toBe('train');
  });

  it('can be resumed also where nothing was changed and an older one was closed', async () => {
    const first = shown();
    await first.type('label', 'older');
    screen.picks.at(-1)?.hide();
    const { services, launches, rent } = shown(other, { world: first });
    services.rentQueue.rent = async (_offer, _request, _machine, begin) => {
      await begin?.();
      throw new ApiError('timeout', 'Too late.', { sent: true });
    };
    await expect(rent()).rejects.toThrow('Too late.');
    expect(launches.closedForm).toMatchObject({ offerId: other.offer.id, sent: true });
  });

  it('offers what was filled in before, and keeps what is filled in when it is closed', async () => {
    const first = shown();
    await first.type('label', 'kept');
    screen.picks.at(-1)?.hide();
    const told = 'The launch form was closed. Your entries are saved.';
    await eventually(() => expect(screen.shown.map(({ message }) => message)).toEqual([told]));
    const { form, main, pickRow, rows } = shown(other, { world: first });
    await main();
    expect(rows()[1]?.description).toContain('kept');
    await pickRow('Resume Closed Form');
    await eventually(() => expect(form.state.draft.label).toBe('kept'));
    await eventually(() => expect(words(rows())).not.toContain('Resume Closed Form'));
  });

  it('is priced with the disk of its template until it is listed', async () => {
    const { services, rented, rent } = shown(onDemand, { start: { template: notebook } });
    const renting = vi.spyOn(services.rentQueue, 'rent');
    await rent();
    expect(rented).toEqual([{ offerId: 1, request: { template_hash_id: 'ab12' } }]);
    expect(renting.mock.lastCall?.[4]).toMatchObject({ disk: 33 });
  });

  it('leaves another form alone that is filled in while it is rented', async () => {
    const first = shown();
    await first.type('label', 'first');
    let answer: (() => void) | undefined;
    first.services.rentQueue.rent = async (_offer, _request, _machine, begin) => {
      await begin?.();
      await new Promise<void>((resolve) => (answer = resolve));
      return { instanceId: 9, foundAfterwards: false };
    };
    const renting = first.rent();
    await eventually(() => expect(answer).toBeDefined());
    expect(first.launches.closedForm).toMatchObject({ draft: { label: 'first' }, sent: true });
    const second = shown(other, { world: first });
    await second.type('label', 'second');
    answer?.();
    expect(await renting).toEqual({ kind: 'rented', instanceIds: [9] });
    expect(first.launches.closedForm?.draft.label).toBe('second');
  });

  it('saves what is filled in under a name', async () => {
    const { launches, type, press, answer } = shown();
    await type('label', 'train');
    await press('Save Launch');
    await answer('Launch name', 'training');
    await eventually(() => expect(launches.saved.map(({ name }) => name)).toEqual(['training']));
  });

  it('takes over a saved launch, and asks first where something would be lost', async () => {
    const { form, asked, launches, type, press, pickRow, main } = shown();
    await launches.save({ name: 'training', launch: { image: 'pytorch:2', disk: 50 } });
    await press('Use Saved Launch');
    await pickRow('training');
    await main();
    expect(form.state.draft).toMatchObject({ image: 'pytorch:2', disk: 50 });
    expect(asked).toEqual([]);
    await type('label', 'mine');
    await press('Use Saved Launch');
    await pickRow('training');
    await main();
    expect(form.state.draft.label).toBeUndefined();
    expect(asked).toEqual(['Replace what is filled in with launch training?']);
  });

  it('never shows a secret that it was told', async () => {
    const { launches, kept, addVariable, logIn, main } = shown();
    await addVariable('HF_TOKEN', 'hf_canary');
    await logIn('ghcr.io', 'robin', 'pw_canary');
    await main();
    expect([...kept.values()].sort()).toEqual(['hf_canary', 'pw_canary']);
    const drawn = screen.picks.map(({ items }) => items);
    expect(words([drawn, launches.closedForm ?? {}, screen.shown])).toMatch(/robin at ghcr\.io/);
    // The row to add a variable shows what is being typed.
    const rows = drawn.flat().filter(({ label }) => !label.includes('Add HF_TOKEN'));
    expect(words([rows, launches.closedForm ?? {}, screen.shown])).not.toContain('canary');
  });

  it('shows texts from outside plainly', async () => {
    const name = hostileTexts.join(' ');
    const template = {
      ...notebook,
      name,
      desc: name,
      image: 'evil$(zap)/image',
      tag: '1',
      env: '-e A$(zap)=1',
    };
    const offer = { ...onDemand.offer, gpu_name: name, geolocation: name };
    const { services, open, main, rows } = shown({ ...onDemand, offer }, { start: { template } });
    services.templates.known = () => [template];
    for (const key of ['template_hash_id', 'image', 'env']) {
      await open(key);
      await eventually(() => expect(rows().length).toBeGreaterThan(1));
      screen.picks.at(-1)?.press(fakeVscode.QuickInputButtons.Back);
    }
    await main();
    const texts = screen.picks.map(({ title, items }) => ({
      title,
      items: items.map((row) => {
        const { label, description, detail } = row;
        // The icons are ours.
        return [label.replace(/^\$\([\w~-]+\)/, ''), description, detail];
      }),
    }));
    expect(words(texts)).toContain('evil');
    expect(words(texts)).not.toMatch(/\$\(|\]\(|\\u00[01]|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
  });
});
