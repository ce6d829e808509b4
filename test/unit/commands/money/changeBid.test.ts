import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../../src/api/client';
import { changeBid } from '../../../../src/commands/money/changeBid';
import type { Services } from '../../../../src/prompts/services';
import type { Choice, Question } from '../../../../src/ask/dialogs';
import { emptyLedger } from '../../../../src/domain/money/ledger/ledger';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { formatIn } from '../../../../src/domain/language';
import { silent } from '../../../../src/log/log';
import { BidLookup } from '../../../../src/stores/instances/bidLookup';
import { systemClock } from '../../../../src/clock';
import type { TestAccount } from '../../api/support/account';
import { clearScreen, screen } from '../../support/fakeVscode';
import { useAccount } from '../../support/useAccount';
import { eventually } from '../../support/eventually';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

let account: TestAccount;
let id: number;
let offerId: number;
/** What is listed; asked for anew by a refresh. */
let listed: ReadonlyMap<number, SharedInstance>;
let asked: Question[];
let choices: Choice[];
let scheduled: unknown[];
let onAsk: () => boolean | Promise<boolean>;
let services: Services;
let active: { id: string };

useAccount((one) => (account = one));
beforeEach(async () => {
  clearScreen();
  const { control } = account.sandbox;
  control.clearFailures();
  ({ id, offerId } = await account.rentBid(0.9, { label: 'bargain', disk: 40 }));
  await control.outbid(id);
  listed = new Map();
  [asked, choices, scheduled] = [[], [], []];
  onAsk = () => true;
  active = { id: 'a' };
  services = servicesOf(account.client);
  await services.instances.refresh();
  control.clearRequests();
});

function servicesOf(client: Client): Services {
  return {
    accounts: {
      accounts: [],
      client,
      get active() {
        return active;
      },
    },
    instances: {
      get state() {
        return { accountId: 'a', instances: listed, expected: [], fetchedAt: 1 };
      },
      get: (one: number) => listed.get(one),
      burst: () => undefined,
      refresh: async () => {
        listed = new Map((await client.instances.list()).map((instance) => [instance.id, instance]));
      },
    },
    bids: new BidLookup(systemClock, silent),
    features: { use: (_feature: string, call: () => unknown) => call() },
    dialogs: {
      confirm: (question: Question) => {
        asked.push(question);
        return Promise.resolve(onAsk());
      },
      choose: (choice: Choice) => {
        choices.push(choice);
        return Promise.resolve(choice.options[0]);
      },
    },
    clock: systemClock,
    spending: { ledgerOf: () => emptyLedger },
    bills: { of: () => ({ isLoading: false }) },
    volumes: { state: { accountId: 'a', volumes: [], fetchedAt: 1 } },
    scheduledStops: {
      known: () => new Map(),
      schedule: (...stop: unknown[]) => Promise.resolve(void scheduled.push(stop)),
    },
    log: silent,
  } as unknown as Services;
}

const program = (price?: number, confirmed = true) => ({
  instanceIds: [id],
  confirmed,
  interactive: false,
  arguments: { instanceId: id, ...(price === undefined ? {} : { price }) },
});
const person = { instanceIds: [], confirmed: false, interactive: true, arguments: {} };

const sent = () =>
  account.sandbox.control
    .requests()
    .filter(({ path }) => path.includes('/bid_price/'))
    .map(({ body }) => body);
const bidNow = () => account.sandbox.control.instance(id).dph_base;
/** The input that is open, once what it waits for is there. */
async function openInput(count = 1) {
  await eventually(() => expect(screen.inputs.map(({ busy }) => busy)).toEqual(Array(count).fill(false)));
  return screen.inputs.at(-1)!;
}

describe('a program that changes a bid', () => {
  it('gets what was bid, and the instance runs again', async () => {
    await expect(changeBid(services, program(1.2))).resolves.toEqual({ instanceId: id, price: 1.2 });
    expect(sent()).toEqual([{ client_id: 'me', price: 1.2 }]);
    expect(asked).toEqual([]);
    await account.sandbox.control.advance(600);
    expect(account.sandbox.control.instance(id).actual_status).toBe('running');
  });

  it('is asked in a modal with the prices before and after, unless it has consent', async () => {
    await changeBid(services, program(1.2, false));
    expect(asked).toHaveLength(1);
    const { message, detail, yes } = asked[0]!;
    expect(message).toBe(`Raise the bid for bargain (${id}) from $0.90/h to $1.20/h?`);
    expect(detail).toMatch(
      /^\$1\.2\d\/h while running \(bid \$1\.20\/h \+ disk \S+\/h\), instead of \$0\.9\d\/h\.$/m,
    );
    expect(detail).toContain('Lowest possible bid now: $0.991/h.');
    expect(yes).toBe('Bid $1.20/h');
  });

  it.each([0.95, 0.99, 0.9, 0, -1, Number.NaN, Infinity])(
    'is refused %d, and nothing is sent',
    async (price) => {
      await expect(changeBid(services, program(price))).rejects.toThrow(/\.$/);
      expect([sent(), asked]).toEqual([[], []]);
    },
  );

  it('is told how much to bid at least', async () => {
    await expect(changeBid(services, program(0.99))).rejects.toThrow(
      'Bid more than the lowest bid, at least $0.991/h.',
    );
    await expect(changeBid(services, program(0.991))).resolves.toMatchObject({ price: 0.991 });
  });

  it('is refused where the instance is not interruptible', async () => {
    const other = await account.rentRunning();
    const call = { ...program(1), instanceIds: [other] };
    await expect(changeBid(services, call)).rejects.toThrow('isn’t interruptible');
  });
});

describe('a bid beyond a budget', () => {
  it('asks with a stop, which is scheduled once the bid is made, and only if it raises what is billed', async () => {
    screen.settings = { 'budget.perInstance': 2.4 };
    await changeBid(services, program(1.2, false));
    expect(choices[0]?.options).toEqual([
      expect.stringMatching(/^Bid \$1\.20\/h and Stop at /),
      'Bid $1.20/h',
    ]);
    expect(choices[0]?.detail).toMatch(/^The budget of \$2\.40 per instance is reached at /);
    expect(scheduled).toMatchObject([['a', id, { action: 'stop' }, { onlyIfNone: true }]]);
    await account.sandbox.control.advance(600);
    await services.instances.refresh();
    await changeBid(services, program(1.1, false));
    expect(choices).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });
});

describe('a person who changes a bid', () => {
  it('types it under the bids that stand, rounded up, and sees them again before the yes', async () => {
    const changing = changeBid(services, { ...person, instanceIds: [id] });
    const input = await openInput();
    expect(input.title).toBe(`Change Bid for bargain (${id})`);
    expect(input.prompt).toContain('Your bid: $0.90/h. Lowest possible bid now: $0.991/h.');
    expect(input.value).toBe('0.991');
    input.type('0.98');
    expect(input.validationMessage).toContain('at least $0.991/h');
    input.accept();
    input.type('1.1999');
    expect(input.validationMessage).toBeUndefined();
    input.accept();
    await expect(changing).resolves.toEqual({ instanceId: id, price: 1.2 });
    expect(asked).toHaveLength(1);
  });

  it.each(['de', 'zh-cn'])('is given a bid to change that is one also in %s', async (language) => {
    formatIn(language);
    try {
      const changing = changeBid(services, { ...person, instanceIds: [id] });
      const input = await openInput();
      input.type(input.value);
      expect(input.validationMessage).toBeUndefined();
      input.hide();
      await changing;
    } finally {
      formatIn('en');
    }
  });

  it('can type before the lowest bid is known, and keeps what was typed', async () => {
    account.sandbox.control.failNext({ method: 'GET', path: `/instances/${id}/`, delayMs: 200 });
    const changing = changeBid(services, { ...person, instanceIds: [id] });
    await eventually(() => expect(screen.inputs).toHaveLength(1));
    const [input] = screen.inputs;
    expect(input).toMatchObject({ busy: true, value: '0.9' });
    expect(input?.prompt).toContain('Looking up the lowest bid…');
    input?.type('1.3');
    await openInput();
    expect(input).toMatchObject({ value: '1.3', validationMessage: undefined });
    input?.accept();
    await expect(changing).resolves.toMatchObject({ price: 1.3 });
  });

  it('is refused at once what was entered before the lowest bid was known', async () => {
    account.sandbox.control.failNext({ method: 'GET', path: `/instances/${id}/`, delayMs: 200 });
    const changing = changeBid(services, { ...person, instanceIds: [id] });
    await eventually(() => expect(screen.inputs).toHaveLength(1));
    screen.inputs[0]?.type('0.95');
    screen.inputs[0]?.accept();
    const again = await openInput(2);
    expect(again.validationMessage).toContain('at least $0.991/h');
    again.hide();
    await expect(changing).resolves.toBeUndefined();
    expect([asked, sent()]).toEqual([[], []]);
  });

  it('sends nothing when they close the input or say no', async () => {
    const first = changeBid(services, { ...person, instanceIds: [id] });
    (await openInput()).hide();
    await expect(first).resolves.toBeUndefined();
    onAsk = () => false;
    const second = changeBid(services, { ...person, instanceIds: [id] });
    (await openInput(2)).accept();
    await expect(second).resolves.toBeUndefined();
    expect(sent()).toEqual([]);
  });

  it('is asked for another one when someone bids more while they read', async () => {
    onAsk = async () => {
      await account.sandbox.control.setPrice(offerId, 5, 2);
      // The look behind the question follows after what the service does.
      services.bids.isFresh = () => false;
      return true;
    };
    const changing = changeBid(services, { ...person, instanceIds: [id] });
    (await openInput()).accept();
    const again = await openInput(2);
    expect(again).toMatchObject({
      value: '0.991',
      validationMessage: expect.stringContaining('$2.001/h') as string,
    });
    again.hide();
    await expect(changing).resolves.toBeUndefined();
    expect(sent()).toEqual([]);
  });

  it('is not taken at their word for another account', async () => {
    onAsk = () => {
      active = { id: 'b' };
      return true;
    };
    await expect(changeBid(services, program(1.2, false))).rejects.toThrow('Nothing was done');
    expect(sent()).toEqual([]);
  });
});

describe('a bid whose answer is lost', () => {
  it('counts as made when the list shows it, and is sent once', async () => {
    account.sandbox.control.failNext({ path: '/bid_price/', reset: true, carryOut: true });
    await expect(changeBid(services, program(1.2))).resolves.toEqual({ instanceId: id, price: 1.2 });
    expect(sent()).toHaveLength(1);
  });

  it('is told as such when the list shows the old one, and is not sent again', async () => {
    account.sandbox.control.failNext({ path: '/bid_price/', reset: true });
    await expect(changeBid(services, program(1.2))).rejects.toThrow(
      /response was lost\. bargain \(\d+\) is still listed with a bid of \$0\.90\/h/,
    );
    expect([sent().length <= 1, bidNow()]).toEqual([true, 0.9]);
  });

  it('is told to be looked at when there is no list either', async () => {
    const { control } = account.sandbox;
    control.failNext({ path: '/bid_price/', reset: true, carryOut: true });
    services.instances.refresh = () => Promise.reject(new Error('no list'));
    await expect(changeBid(services, program(1.2))).rejects.toThrow('Check the bid of bargain');
  });

  it('is the service’s refusal where it answered', async () => {
    const body = { success: false, error: 'invalid_price', msg: 'too low' };
    account.sandbox.control.failNext({ path: '/bid_price/', status: 400, body });
    await expect(changeBid(services, program(1.2))).rejects.toMatchObject({ code: 'invalid_price' });
  });
});
