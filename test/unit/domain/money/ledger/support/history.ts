import * as z from 'zod/mini';
import { instanceSchema } from '../../../../../../src/api/schemas/instances/instance';
import { volumeSchema } from '../../../../../../src/api/schemas/volume';
import {
  emptyLedger,
  type Ledger,
  type Look,
  withLook,
} from '../../../../../../src/domain/money/ledger/ledger';
import {
  instanceKey,
  lookAtInstances,
  lookAtVolumes,
  volumeKey,
} from '../../../../../../src/domain/money/ledger/rows';
import { sharedPart, type SharedInstance } from '../../../../../../src/domain/instances/sharedInstance';
import { runningSince } from '../../../../../../src/domain/instances/runningSince';
import { createSandbox, type Sandbox } from '../../../../../sandbox';

const instanceList = z.object({ instances: z.array(instanceSchema) });
const volumeList = z.object({ volumes: z.array(volumeSchema) });

/** What happens next. Which instance or volume it is about is chosen by `pick` among those that there are. */
export type Step =
  /** The person acts in this editor, or elsewhere. */
  | { do: 'rent' | 'bid' | 'keep' | 'delete'; pick: number; here: boolean }
  | { do: 'start' | 'stop' | 'destroy'; pick: number; here: boolean }
  /** The host, or the market, or somebody at the web console. */
  | { do: 'rebid' | 'crash' | 'freeze' | 'recover'; pick: number; here: false }
  /** A window is open and looks every few seconds. */
  | { do: 'watch'; looks: number; every: number }
  /** Nobody looks. */
  | { do: 'away'; seconds: number };

type Getting = Extract<Step, { do: 'rent' | 'bid' | 'keep' | 'delete' }>;
type Changing = Extract<
  Step,
  { do: 'start' | 'stop' | 'destroy' | 'rebid' | 'crash' | 'freeze' | 'recover' }
>;

const isAboutOne = (step: Getting | Changing): step is Changing =>
  !['rent', 'bid', 'keep', 'delete'].includes(step.do);

/** One account of the sandbox, and a ledger that is told what this editor sees of it. */
export class History {
  readonly sandbox: Sandbox;
  readonly looks: Look[] = [];
  /** The start of this history, in milliseconds since the epoch. */
  readonly began: number;
  ledger: Ledger = emptyLedger;
  readonly #key: string;
  #now: number;
  #last = new Map<number, SharedInstance>();

  private constructor(sandbox: Sandbox, key: string, now: number) {
    this.sandbox = sandbox;
    this.#key = key;
    this.#now = now;
    this.began = now;
  }

  /** A new account in a sandbox whose clock is at `now` (milliseconds). */
  static async begin(sandbox: Sandbox, now: number): Promise<History> {
    const { apiKey } = sandbox.control.createAccount({ credit: 1e6 });
    const history = new History(sandbox, apiKey, now);
    await history.look();
    return history;
  }

  static sandbox(startTime: number): Promise<Sandbox> {
    return createSandbox({ sshd: false, offers: 200, startTime, bootSeconds: 120 });
  }

  get now(): number {
    return this.#now;
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.#step(step);
    await this.look();
  }

  /** What the service's books say, in dollars by source. */
  async books(): Promise<Map<string, number>> {
    const sums = new Map<string, number>();
    let after = '';
    do {
      const page = z
        .object({
          results: z.array(z.object({ source: z.string(), amount: z.number() })),
          next_token: z.nullable(z.string()),
        })
        .parse(await this.#call('GET', `/api/v0/charges/?limit=100${after}`));
      for (const { source, amount } of page.results) sums.set(source, (sums.get(source) ?? 0) + amount);
      after = page.next_token === null ? '' : `&after_token=${page.next_token}`;
    } while (after !== '');
    return sums;
  }

  /** Both lists, as a poll of this editor gets them. */
  async look(): Promise<void> {
    const shared = (await this.#instances()).map((row) => {
      const since = runningSince(row, this.#now, this.#last.get(row.id)?.running_since);
      return { ...sharedPart(row), ...(since === undefined ? {} : { running_since: since }) };
    });
    this.#last = new Map(shared.map((row) => [row.id, row]));
    this.note(lookAtInstances(this.#now, shared));
    this.note(lookAtVolumes(this.#now, await this.#volumes()));
  }

  note(look: Look): void {
    this.looks.push(look);
    this.ledger = withLook(this.ledger, look, this.#now);
  }

  async #step(step: Step): Promise<void> {
    if (step.do === 'away') {
      await this.#pass(step.seconds);
      return;
    }
    if (step.do === 'watch') {
      for (let turn = 0; turn < step.looks; turn += 1) {
        await this.look();
        await this.#pass(step.every);
      }
      return;
    }
    if (isAboutOne(step)) await this.#change(step);
    else await this.#get(step);
    // A price that is changed and changed back between two looks can't be noticed.
    if (step.here || step.do === 'rebid') await this.look();
    // Nor what is done elsewhere and undone within a minute.
    if (!step.here) await this.#pass(15 * 60);
  }

  /** What there is more or less of. */
  async #get({ do: what, pick, here }: Getting): Promise<void> {
    if (what === 'rent' || what === 'bid') {
      const offers = this.sandbox.control.freeOffers();
      const offer = offers[pick % Math.max(1, offers.length)];
      const price = what === 'bid' ? { price: 5 } : {};
      const body = { image: 'i', disk: 10 + (pick % 90), runtype: 'ssh_direct', ...price };
      await this.#call('PUT', `/api/v0/asks/${offer}/`, body);
      return;
    }
    if (what === 'keep') {
      const offer = this.sandbox.control.volumeOffers()[pick % 20];
      await this.#call('PUT', '/api/v0/volumes/', { id: offer?.id, size: 1 + (pick % 50) });
      return;
    }
    const volume = (await this.#volumes())[0];
    if (!volume) return;
    await this.#call('DELETE', '/api/v0/volumes/', { id: volume.id });
    if (here) this.note({ at: this.#now, key: volumeKey(volume.id), state: 'gone' });
  }

  /** What happens to one instance. */
  async #change(step: Changing): Promise<void> {
    const ids = (await this.#instances()).map((one) => one.id);
    const id = ids[step.pick % Math.max(1, ids.length)];
    const path = `/api/v0/instances/${id}/`;
    const did = (key: string, state: 'disk' | 'gone') => {
      if (step.here) this.note({ at: this.#now, key, state });
    };
    if (id === undefined) return;
    switch (step.do) {
      case 'start':
        await this.#call('PUT', path, { state: 'running' });
        return;
      case 'stop':
        await this.#call('PUT', path, { state: 'stopped' });
        did(instanceKey(id), 'disk');
        return;
      case 'destroy':
        await this.#call('DELETE', path);
        did(instanceKey(id), 'gone');
        return;
      case 'rebid':
        await this.#call('PUT', `/api/v0/instances/bid_price/${id}/`, { price: 5 + (step.pick % 7) });
        return;
      case 'crash':
      case 'freeze':
      case 'recover': {
        const states = { crash: 'exited', freeze: 'frozen', recover: 'running' } as const;
        // Only what runs, or ran, can do so.
        if (this.sandbox.control.instance(id).cur_state === 'running')
          await this.sandbox.control.setInstanceStatus(id, states[step.do]);
        return;
      }
    }
  }

  async #pass(seconds: number): Promise<void> {
    await this.sandbox.control.advance(seconds);
    this.#now += seconds * 1000;
  }

  async #instances() {
    return instanceList.parse(await this.#call('GET', '/api/v1/instances/')).instances;
  }

  async #volumes() {
    return volumeList.parse(await this.#call('GET', '/api/v0/volumes/')).volumes;
  }

  async #call(method: 'GET' | 'PUT' | 'DELETE', url: string, body?: object): Promise<unknown> {
    const answer = await this.sandbox.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${this.#key}` },
      ...(body ? { payload: body } : {}),
    });
    const content: unknown = answer.json();
    return content;
  }
}
