import { beforeEach, expect, it, vi } from 'vitest';
import type { Choice } from '../../../../src/ask/dialogs';
import type { Call } from '../../../../src/commands/call';
import { rentOffers } from '../../../../src/commands/offers/rentOffers';
import { nothingHidden } from '../../../../src/domain/offers/hidden';
import { rentCost } from '../../../../src/domain/launch/form/state';
import { confirmAndRentBulk, confirmBulkRent } from '../../../../src/prompts/rent/confirmAndRentBulk';
import { bulkCost } from '../../../../src/prompts/rent/runBulkPlan';
import { confirmRent } from '../../../../src/prompts/rent/confirmRent';
import { rentAsGiven, requestTerms } from '../../../../src/prompts/rent/rentAsGiven';
import { accountInUse } from '../../../../src/stores/account/accountInUse';
import { commandServices } from '../../support/commandServices';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(() => clearScreen());

const offer = { id: 1, num_gpus: 1, gpu_name: 'RTX 4090', dph_base: 0.9, storage_cost: 7.2, inet_up_cost: 0 };
const found = { offer, isBid: false, query: { filters: {} } };
const who = { account: { id: 'a' }, client: {} } as never;
const request = { disk: 10, image: 'debian:12', env: { HF_TOKEN: 'hf_1' }, onstart: 'echo $(nproc)\n' };

/** A person who presses these buttons, one after the other. */
function pressing(...buttons: (string | undefined)[]) {
  const { services } = commandServices();
  const asked: Choice[] = [];
  const texts = new Map<string, string>();
  Object.assign(services, {
    dialogs: {
      choose: (choice: Choice) => {
        asked.push(choice);
        return Promise.resolve(choice.options.find((option) => option === buttons[asked.length - 1]));
      },
    },
    texts: {
      put: (name: string, text: string) => {
        texts.set(name, text);
        return name;
      },
    },
  });
  return { services, asked, texts };
}

it('a request of a program is told with its variables, its commands and the price of traffic', async () => {
  const { services, asked } = pressing(undefined);
  const terms = await requestTerms(services, request);
  const cost = rentCost(found, terms);
  expect(await confirmRent(services, { who, found, terms, cost }, cost)).toBeUndefined();
  const { detail = '' } = asked[0] ?? {};
  expect(detail.split('\n').slice(2, 5)).toEqual([
    'Traffic: price unknown down, free up',
    'Variables: HF_TOKEN',
    'Startup commands: 1 line. The first: echo $(nproc)',
  ]);
  expect(detail).not.toContain('hf_1');
});

it('one that names a template is told with its name, its disk, its variables and its commands', async () => {
  const { services, asked } = pressing(undefined);
  const template = {
    ...{ id: 7, hash_id: 'h7', name: 'Trainer', image: 'pytorch/pytorch', recommended_disk_space: 200 },
    ...{ onstart: 'pip install evil', env: '-e WANDB=1' },
  };
  const find = vi.fn(() => Promise.resolve(template));
  Object.assign(services, { templates: { find }, offers: { isFresh: () => true } });
  const ofTemplate = { template_hash_id: 'h7', env: { HF_TOKEN: 'hf_1' } };
  const rented = rentAsGiven(services, { who, found, request: ofTemplate, confirmed: false });
  expect(await rented).toBeUndefined();
  expect(find).toHaveBeenCalledWith({ hashId: 'h7' });
  const { message, detail = '', options } = asked[0]!;
  expect(message).toBe('Rent 1× RTX 4090 for $2.90/h?');
  expect(detail.split('\n').slice(3)).toEqual([
    'Template: Trainer',
    'Variables: WANDB, HF_TOKEN',
    'Startup commands: 1 line. The first: pip install evil',
    'pytorch/pytorch · 200 GB',
  ]);
  expect(options).toContain('Show Commands');
  // The request wins, as it does in the service.
  expect(await requestTerms(services, { ...ofTemplate, disk: 20 })).toMatchObject({ disk: 20 });
});

it('one that names a template is priced with its disk until it is listed', async () => {
  const { services } = pressing(undefined);
  const rent = vi.fn(() => Promise.resolve({ instanceId: 1 }));
  Object.assign(services, { rentQueue: { rent } });
  const template = { id: 7, hash_id: 'h7', recommended_disk_space: 200 };
  const given = { who: accountInUse(services.accounts), found, request: { template_hash_id: 'h7' } };
  await rentAsGiven(services, { ...given, template, confirmed: true });
  expect(rent).toHaveBeenCalledWith(
    ...[offer.id, given.request, undefined, undefined],
    expect.objectContaining({ disk: 200 }),
  );
});

it('a template whose disk the machine has no room for is refused before anything is asked', async () => {
  const { services, asked } = pressing(undefined);
  const template = { id: 7, hash_id: 'h7', recommended_disk_space: 200 };
  Object.assign(services, { templates: { find: () => Promise.resolve(template) } });
  const small = { ...found, offer: { ...offer, disk_space: 100 } };
  const request = { template_hash_id: 'h7' };
  const rented = rentAsGiven(services, { who, found: small, request, confirmed: false });
  await expect(rented).rejects.toThrow('disk: This machine offers 100 GB. You asked for 200 GB.');
  expect(asked).toEqual([]);
});

it('several that name a template are priced by its disk', async () => {
  const { services, asked } = pressing(undefined);
  const template = { id: 7, hash_id: 'h7', name: 'Trainer', onstart: 'ls', recommended_disk_space: 200 };
  const search = () => Promise.resolve({ found: [found, { ...found, offer: { ...offer, id: 2 } }] });
  Object.assign(services, { templates: { find: () => Promise.resolve(template) }, offers: { search } });
  const given = { query: { filters: {} }, count: 2, request: { template_hash_id: 'h7' } };
  const call: Call = { instanceIds: [], confirmed: false, interactive: false, arguments: given };
  expect(await rentOffers(services, call)).toBeUndefined();
  expect(asked[0]?.message).toBe('Rent 2 instances for $5.80/h in total?');
  expect(asked[0]?.detail).toContain('Template: Trainer\n');
});

it('several are told with the same, and with the traffic of each', async () => {
  const { services, asked } = pressing(undefined);
  const plan = { who, chosen: [found, found], spare: [] };
  await confirmBulkRent(services, plan, request, bulkCost(plan.chosen, request));
  const { detail = '' } = asked[0] ?? {};
  expect(detail).toContain('Variables: HF_TOKEN\nStartup commands: 1 line');
  expect(detail.match(/traffic price unknown down, free up/g)).toHaveLength(2);
  expect(detail).not.toContain('hf_1');
});

it('the commands can be read as they are, and then it is asked again', async () => {
  const { services, asked, texts } = pressing('Show Commands', 'Rent for $1.00/h');
  const agreed = confirmRent(services, { who, found, terms: request, cost: rentCost(found, request) }, {});
  await eventually(() => expect(screen.picks).toHaveLength(1));
  expect([screen.opened, texts.get('onstart.sh')]).toEqual([['onstart.sh'], request.onstart]);
  expect(asked).toHaveLength(1);
  screen.picks[0]!.choose(screen.picks[0]!.items[0]!);
  expect(await agreed).toEqual({});
  expect(asked.map(({ options }) => options)).toEqual([
    ['Rent for $1.00/h', 'Show Commands'],
    ['Rent for $1.00/h', 'Show Commands'],
  ]);
});

it('there is nothing to read without commands', async () => {
  const { services, asked } = commandServices();
  const terms = { disk: 10 };
  await confirmRent(services, { who, found, terms, cost: rentCost(found, terms) }, {});
  expect(asked.map(({ yes }) => yes)).toEqual(['Rent for $1.00/h']);
});

it('what begins on them is agreed to with the same question, and its terms can be changed there', async () => {
  const { services, asked } = pressing('Change…', 'Change…', undefined);
  let hours = 1;
  const purpose = {
    question: (count: number, rate: number | undefined) => ({
      message: `Run on ${count}?`,
      detail: `${rate} for ${hours} hours.`,
      yes: 'Rent and Run',
    }),
    change: () => Promise.resolve(void (hours += 1)),
  };
  const terms = { disk: 10, image: 'debian:12' };
  const plan = { who, chosen: [found, found], spare: [] };
  const sum = bulkCost(plan.chosen, terms);
  expect(await confirmBulkRent(services, plan, terms, sum, purpose)).toBeUndefined();
  expect(asked.map(({ message, options }) => [message, options])).toEqual(
    Array.from({ length: 3 }, () => ['Run on 2?', ['Rent and Run', 'Change…']]),
  );
  const details = asked.map(({ detail = '' }) => detail.split('\n\n'));
  expect(details.map(([own]) => own)).toEqual([1, 2, 3].map((of) => `${sum.running} for ${of} hours.`));
  expect(details[0]?.[1]).toContain('while running');
});

it.each([1, 2])(
  'a new volume that costs more meanwhile is told before it is agreed to: %i',
  async (count) => {
    const button = (price: string) => (count === 1 ? `Rent for ${price}` : `Rent ${count} for ${price}`);
    const [first, second] = count === 1 ? ['$1.10/h', '$1.20/h'] : ['$2.20/h', '$2.40/h'];
    const { services, asked } = commandServices();
    const space = vi.fn(() => Promise.resolve([{ id: 77, machine_id: 7, storage_cost: 14.4 }]));
    space.mockResolvedValueOnce([{ id: 77, machine_id: 7, storage_cost: 7.2 }]);
    Object.assign(services.accounts, { client: { volumeOffers: { search: space } } });
    const all = [1, 2].map((id) => ({ ...found, offer: { ...offer, id } }));
    const rent = vi.fn(async (id: number, _: unknown, __: unknown, before: () => Promise<void>) => {
      await before();
      return { instanceId: id };
    });
    Object.assign(services, {
      badMachines: { list: () => Promise.resolve([]) },
      hidden: { list: () => Promise.resolve(nothingHidden) },
      offers: {
        isFresh: () => true,
        find: () => Promise.resolve(found),
        recent: () => all,
        search: () => Promise.resolve({ found: all }),
      },
      rentQueue: { rent },
    });
    const volume_info = { create_new: true, volume_id: 77, size: 10, mount_path: '/data' };
    const given = { disk: 10, image: 'debian:12', volume_info };
    const inUse = accountInUse(services.accounts);
    const note = () => Promise.resolve();
    if (count === 1) await rentAsGiven(services, { who: inUse, found, request: given, confirmed: false });
    else
      await confirmAndRentBulk(services, {
        ...{ who: inUse, first: all[0]!, count, request: given, check: () => true, note },
        terms: await requestTerms(services, given),
      });
    expect(asked.map(({ yes }) => yes)).toEqual([button(first), button(second)]);
    expect(asked[1]?.detail).toContain(`The price has risen from ${first} to ${second} since you saw it.`);
    expect(rent).toHaveBeenCalledTimes(count);
  },
);
