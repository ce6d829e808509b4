import { beforeEach, expect, it, vi } from 'vitest';
import { prepareSsh } from '../../../../src/connect/prepareSsh';
import { offerCost } from '../../../../src/domain/money/cost';
import { rentCost } from '../../../../src/domain/launch/form/state';
import { confirmBulkRent } from '../../../../src/prompts/rent/confirmAndRentBulk';
import { confirmRent, type RentAgreement } from '../../../../src/prompts/rent/confirmRent';
import { runBulkPlan } from '../../../../src/prompts/rent/runBulkPlan';
import type { RentQueue } from '../../../../src/stores/rentals/rentQueue';
import { commandServices } from '../../support/commandServices';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const hour = 3_600_000;
const offer = { id: 1, num_gpus: 1, gpu_name: 'RTX 4090', dph_base: 0.9, storage_cost: 7.2 };
const found = { offer, isBid: false, query: { filters: {} } };
const who = { account: { id: 'a' }, client: {} };
/** 1 $/h with this disk. */
const terms = { disk: 10 };
beforeEach(() => {
  clearScreen();
  screen.settings = { 'budget.perDay': 3 };
});

const agreement = (more: object = {}) =>
  ({ who, found, terms: { ...terms, ...more }, cost: rentCost(found, terms) }) as unknown as RentAgreement;

it('renting one beyond a budget can be agreed to with a stop', async () => {
  const { services, choices, answer } = commandServices();
  expect(offerCost(offer, 10).running).toBeCloseTo(1);
  const agreed = await confirmRent(services, agreement(), {});
  expect(agreed).toEqual({ stopAt: answer.now + 3 * hour });
  expect(choices[0]?.options).toEqual([expect.stringMatching(/^Rent and Stop at /), 'Rent for $1.00/h']);
});

it('renting one with a volume of unknown price never counts that as nothing', async () => {
  const { services, choices } = commandServices();
  await confirmRent(services, agreement({ createsVolume: true }), {});
  expect(choices[0]?.detail).toMatch(/^Can’t tell whether this stays within today’s budget of \$3\.00/);
});

it('renting several counts them all', async () => {
  const { services, choices, answer } = commandServices();
  const plan = { who, chosen: [found, found, found], spare: [] };
  const agreed = await confirmBulkRent(services, plan as never, terms, {});
  expect(agreed).toEqual({ stopAt: answer.now + hour });
  expect(choices[0]?.options[0]).toMatch(/^Rent 3 and Stop at /);
});

it('each of several is rented with what was agreed to, and priced with its disk', async () => {
  const { services, answer } = commandServices();
  const agreed = { stopAt: answer.now };
  const kept: unknown[] = [];
  const rentQueue = {
    rent: (...[id, , , , options]: Parameters<RentQueue['rent']>) => {
      kept.push([id, options?.agreed, options?.disk]);
      return Promise.resolve({ instanceId: id + 100, foundAfterwards: false });
    },
  };
  const other = { ...found, offer: { ...offer, id: 2 } };
  const plan = { who: who as never, agreed, chosen: [found, other], spare: [] };
  const progress = { isStopped: () => false, trying: () => Promise.resolve(), onLost: () => undefined };
  const bulk = { request: { image: 'debian:12', disk: 10 }, terms } as const;
  await runBulkPlan({ ...services, rentQueue: rentQueue as never }, plan, bulk, progress);
  expect(kept).toEqual([
    [1, agreed, 10],
    [2, agreed, 10],
  ]);
});

it('connecting to a stopped one asks the same, and rents nothing without a yes', async () => {
  const stopped = { id: 4, actual_status: 'exited', intended_status: 'stopped', dph_total: 1 };
  const { services, choices, sent, scheduled, answer } = commandServices(stopped);
  const signal = new AbortController().signal;
  const options = { confirmed: false, interactive: true, signal, report: () => undefined };
  answer.agrees = false;
  expect(await prepareSsh(services, 4, options)).toBeUndefined();
  expect(choices[0]?.options).toEqual([expect.stringMatching(/^Connect and Stop at /), 'Start and Connect']);
  expect([sent, scheduled]).toEqual([[], []]);
});
