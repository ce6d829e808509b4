import fc from '../../support/fastCheck';
import { describe, expect, it, vi } from 'vitest';
import type { Offer } from '../../../../src/api/schemas/offers/offer';
import { formatPerHour } from '../../../../src/domain/money/cost';
import { startingState } from '../../../../src/prompts/launch/launchState';
import { fieldOf } from '../../../../src/domain/launch/form/fields';
import { viewOf } from '../../../../src/domain/launch/form/state';
import { bidNumber } from '../../../../src/domain/typedNumber';
import { offerRows } from '../../../../src/prompts/offers/offerRow';
import { confirmBulkRent } from '../../../../src/prompts/rent/confirmAndRentBulk';
import { rentCost } from '../../../../src/domain/launch/form/state';
import { confirmRent } from '../../../../src/prompts/rent/confirmRent';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const disk = 40;
const priceOf = /\$[\d.]+\/h/;
const bidIn = (text: string): string => /bid (\$[\d.]+\/h)/.exec(text)?.[1] ?? '';

/** An interruptible offer, as the list, the form and the question before it is rented show it. */
async function shown(min_bid: number) {
  const offer: Offer = { id: 1, min_bid, dph_base: min_bid, storage_cost: 0.25 };
  const found = { offer, isBid: true, query: { filters: {} } };
  const [{ label, description } = { label: '', description: '' }] = offerRows([found], disk);
  const row = `${label} ${description}`;
  const draft = { image: 'debian:12', runtype: 'ssh_direct', disk } as const;
  const view = viewOf(found, startingState(found, { disk, draft }), []);
  const { price = 0 } = view.resolved.values;
  const asked: { message: string; detail?: string }[] = [];
  const services = {
    dialogs: { confirm: (question: (typeof asked)[0]) => Promise.resolve(asked.push(question) > 0) },
    accounts: { accounts: [], active: { id: 'a' } },
  };
  const terms = { disk, price };
  const cost = rentCost(found, terms);
  const who = { account: { id: 'a' }, client: {} };
  await confirmRent(
    services as unknown as Parameters<typeof confirmRent>[0],
    { who, found, terms, cost } as unknown as Parameters<typeof confirmRent>[1],
    cost,
  );
  const [question = { message: '' }] = asked;
  const field = fieldOf('price')?.value(view) ?? '';
  return { row, view, price, question, field, formCost: view.cost.running };
}

describe('the price of an interruptible offer', () => {
  it('is the same in the list, the form, its field and the question, and none refuses it', async () => {
    const lowestBids = fc.double({ min: 0.001, max: 20, noNaN: true });
    await fc.assert(
      fc.asyncProperty(lowestBids, async (lowest) => {
        const { row, view, price, question, field, formCost } = await shown(lowest);
        expect(view.problems).toEqual([]);
        expect([bidIn(row), bidIn(question.detail ?? '')]).toEqual([field, field]);
        const total = priceOf.exec(row)?.[0];
        expect([formatPerHour(formCost), priceOf.exec(question.message)?.[0]]).toEqual([total, total]);
        expect(bidNumber(field.replace('/h', '')).value).toBe(price);
      }),
    );
  });

  it('takes a typed bid that is shown as the lowest one, rounded up', () => {
    expect(bidNumber('0.0512')).toEqual({ value: 0.052 });
    expect(bidNumber('0,052')).toEqual({ value: 0.052 });
    expect(bidNumber('none').problem).toBeDefined();
  });

  it('is in the question before several are rented, with the parts of each', async () => {
    const asked: { detail?: string }[] = [];
    const services = {
      dialogs: { confirm: (question: { detail?: string }) => Promise.resolve(asked.push(question) > 0) },
      accounts: { accounts: [], active: { id: 'a' } },
    };
    const found = [1, 2].map((id) => {
      const offer: Offer = { id, gpu_name: 'RTX 4090', num_gpus: 1, min_bid: 0.05, storage_cost: 0.36 };
      return { offer, isBid: true, query: { filters: {} } };
    });
    const plan = { who: { account: { id: 'a' }, client: {} }, chosen: found };
    const confirm = (terms: { disk: number; price?: number }) =>
      confirmBulkRent(
        services as unknown as Parameters<typeof confirmBulkRent>[0],
        plan as unknown as Parameters<typeof confirmBulkRent>[1],
        terms,
        {},
      );
    await confirm({ disk, price: 0.06 });
    expect(asked[0]?.detail).toContain('Interruptible: each stops when someone bids more.');
    const row = '1× RTX 4090 · $0.080/h (bid $0.06/h + disk $0.020/h) · traffic price unknown';
    expect(asked[0]?.detail?.split('\n').slice(-2)).toEqual([row, row]);
    await confirm({ disk });
    expect(asked[1]?.detail).not.toMatch(/Interruptible|bid/);
  });
});
