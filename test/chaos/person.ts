import { Agreed } from './agreed';
import type { RemoteControl } from '../sandbox/remoteControl';
import type { Random } from '../sandbox/random';
import { logIn } from './hostKeys';
import type { Shown, Viewer } from './screen';
import { callOff, schedule } from './schedules';
import type { Begun } from './service';
import { createTemplate, deleteTemplate, editTemplate } from './templateActs';
import type { Time } from './time';
import { deleteVolume, newVolume } from './volumeActs';
import type { Window } from './window';

const minute = 60_000;

interface PersonWorld {
  draws: Random;
  note: (event: string) => void;
  sandbox: RemoteControl;
  isWithSsh: boolean;
  /** The person's own folder. */
  home: string;
}

type Act = (window: Window) => Promise<unknown>;

/** Somebody with up to three windows who does what one does, whatever happens, and waits for nothing. */
export class Person {
  readonly agreed = new Agreed();
  /** Those that are open. */
  readonly windows: Window[] = [];
  readonly allWindows: Window[] = [];
  hasKilled = false;
  readonly #world: PersonWorld;
  readonly #underWay = new Map<Promise<void>, string>();
  readonly #of = new Map<Promise<void>, Window>();
  #asked: { deed: string; instanceId: number } | undefined;
  #open: () => Promise<Window> = () => Promise.reject(new Error('not begun'));
  #begun: Begun | undefined;
  #time: Time | undefined;
  #count = 0;

  readonly viewer: Viewer = {
    press: (shown) => this.#press(shown),
    patience: () => 2000,
  };

  constructor(world: PersonWorld) {
    this.#world = world;
  }

  async begin(open: () => Promise<Window>, begun: Begun, time: Time): Promise<void> {
    this.#open = open;
    this.#begun = begun;
    this.#time = time;
    this.agreed.now = () => time.passed;
    const count = this.#world.draws.integer(1, 3);
    for (let index = 0; index < count; index += 1) await this.#openOne();
    this.#start('sign in', this.windows[0]!, (window) => this.#signIn(window));
    await time.pass(5000);
  }

  /** The next thing that is done, in one of the windows. */
  async act(): Promise<void> {
    const { draws } = this.#world;
    if (this.windows.length === 0) return this.#openOne();
    const window = draws.pick(this.windows);
    const acts: readonly [weight: number, name: string, act: Act][] = [
      [6, 'rent', (one) => this.#rent(one)],
      [2, 'bid for a new one', (one) => this.#rent(one, { isBid: true })],
      [2, 'rent with a new volume', (one) => this.#rent(one, { isWithVolume: true })],
      [1, 'delete a volume', (one) => deleteVolume(one, this.#known)],
      [2, 'schedule', (one) => this.#withInstance((id) => schedule(one, id, this.#known))],
      [1, 'call off', (one) => this.#withInstance((id) => callOff(one, id, this.agreed))],
      [2, 'stop', (one) => this.#toInstance(one, 'stopInstance', 'stop')],
      [2, 'start', (one) => this.#toInstance(one, 'startInstance', 'start')],
      [2, 'destroy', (one) => this.#toInstance(one, 'destroyInstance', 'destroy')],
      [1, 'reboot', (one) => this.#toInstance(one, 'rebootInstance', 'reboot')],
      [2, 'change a bid', (one) => this.#withInstance((id) => this.#changeBid(one, id))],
      [2, 'connect', (one) => this.#withInstance((id) => this.#connect(one, id))],
      [2, 'create a template', (one) => createTemplate(one, this.#next())],
      [2, 'edit a template', (one) => editTemplate(one, this.#world, this.#next())],
      [1, 'delete a template', (one) => deleteTemplate(one, this.#world)],
      [1, 'rename', (one) => this.#withInstance((id) => this.#rename(one, id))],
      [1, 'refresh', (one) => one.call('refreshInstances')],
      [1, 'show spending', (one) => one.call('showSpending')],
      [2, 'look', (one) => later(() => this.#look(one, draws.chance(0.6)))],
      [1, 'open a window', () => (this.windows.length < 3 ? this.#openOne() : Promise.resolve())],
      [1, 'close', (one) => this.#leave(one)],
      [2, 'kill', (one) => later(() => this.#kill(one))],
      [1, 'destroy in the console', () => this.#withInstance((id) => this.#inTheConsole(id))],
      [1, 'outbid', () => this.#withInstance((id) => this.#outbid(id))],
      [2, 'log in with ssh', () => this.#withInstance((id) => logIn(this.#world.home, this.agreed, id))],
    ];
    const [, name, act] = draws.pickWeighted(acts, ([weight]) => weight);
    this.#start(name, window, act);
    await this.#time!.settle();
  }

  /** Lets time pass until everything that was begun has ended one way or the other; then looks at all windows. */
  async waitForAll(): Promise<void> {
    const time = this.#time!;
    await time.pass(45 * minute, () => this.#underWay.size === 0);
    if (this.#underWay.size > 0)
      throw new Error(`Never came to an end: ${[...this.#underWay.values()].join(', ')}`);
    if (this.windows.length === 0) await this.#openOne();
    for (const window of this.windows) this.#look(window, true);
  }

  async #openOne(): Promise<void> {
    const window = await this.#open();
    this.#world.note(`open ${window.life.name}`);
    this.windows.push(window);
    this.allWindows.push(window);
    if (this.#world.draws.chance(0.6)) this.#look(window, true);
  }

  #start(name: string, window: Window, act: Act): void {
    const { note } = this.#world;
    const what = `${name} in ${window.life.name}`;
    note(what);
    const doing = act(window).then(
      (result) => note(`${what}: done ${JSON.stringify(result)?.slice(0, 100) ?? ''}`),
      (error: unknown) => note(`${what}: ${error instanceof Error ? error.message : String(error)}`),
    );
    this.#underWay.set(doing, what);
    void doing.finally(() => this.#underWay.delete(doing));
    this.#of.set(doing, window);
  }

  #signIn(window: Window): Promise<unknown> {
    const { apiKey, url: baseUrl } = this.#begun!;
    return window.call('signIn', { apiKey, baseUrl, confirmed: window.exports.consent });
  }

  get #known() {
    return { ...this.#world, agreed: this.agreed };
  }

  async #rent(window: Window, { isBid = false, isWithVolume = false } = {}): Promise<unknown> {
    const { draws, sandbox } = this.#world;
    const offerId = draws.pick(await sandbox.freeOffers());
    const label = `rental ${this.#next()}`;
    this.agreed.rentals.add(label);
    const request = { image: 'debian:12', runtype: 'ssh_direct', disk: 10, label };
    const bid = isBid ? { price: draws.pick([0.5, 2, 9]) } : {};
    const volume = isWithVolume ? await newVolume(sandbox, offerId) : {};
    return window.call('rentOffer', {
      offerId,
      request: { ...request, ...bid, ...volume },
      confirmed: window.exports.consent,
    });
  }

  async #someInstance(): Promise<number | undefined> {
    const ids = await this.#world.sandbox.instanceIds();
    return ids.length === 0 ? undefined : this.#world.draws.pick(ids);
  }

  async #withInstance(act: (id: number) => Promise<unknown>): Promise<unknown> {
    const id = await this.#someInstance();
    return id === undefined ? undefined : act(id);
  }

  /** As a program with consent, or as a person with the row, who is then asked. */
  async #toInstance(window: Window, command: string, deed: string): Promise<unknown> {
    const instanceId = await this.#someInstance();
    if (instanceId === undefined) return undefined;
    if (this.#world.draws.chance(0.5)) {
      this.agreed.add(deed, instanceId);
      return window.call(command, { instanceId, confirmed: window.exports.consent });
    }
    this.#asked = { deed, instanceId };
    return window.call(command, { instanceId, asRow: true });
  }

  #changeBid(window: Window, instanceId: number): Promise<unknown> {
    this.agreed.add('bid', instanceId);
    const price = this.#world.draws.pick([0.7, 3, 8]);
    return window.call('changeBid', { instanceId, price, confirmed: window.exports.consent });
  }

  #connect(window: Window, instanceId: number): Promise<unknown> {
    this.agreed.add('start', instanceId);
    return window.call('connect', { instanceId, confirmed: window.exports.consent });
  }

  #rename(window: Window, instanceId: number): Promise<unknown> {
    const label = `renamed ${this.#next()}`;
    return window.call('renameInstance', { instanceId, label, confirmed: window.exports.consent });
  }

  /** A number for a name that nothing else has. */
  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #look(window: Window, isVisible: boolean): void {
    for (const { setVisible } of window.screen.trees.values()) setVisible(isVisible);
  }

  async #leave(window: Window): Promise<void> {
    this.#drop(window);
    await window.close({ isIdle: false });
  }

  #kill(window: Window): void {
    this.hasKilled = true;
    this.#drop(window);
    window.kill();
  }

  /** What was begun in a window that is gone has no end that anybody hears of. */
  #drop(window: Window): void {
    this.windows.splice(this.windows.indexOf(window), 1);
    for (const [doing, of] of this.#of) if (of === window) this.#underWay.delete(doing);
  }

  #outbid(instanceId: number): Promise<void> {
    this.agreed.outbid.add(instanceId);
    return this.#world.sandbox.outbid(instanceId);
  }

  async #inTheConsole(instanceId: number): Promise<void> {
    const { apiKey, sandboxUrl } = this.#begun!;
    const headers = { authorization: `Bearer ${apiKey}` };
    const sent = fetch(`${sandboxUrl}/api/v0/instances/${instanceId}/`, { method: 'DELETE', headers });
    await this.#time!.working('the console', sent);
  }

  #press({ message, isModal, buttons }: Shown): string | undefined {
    const { draws, note } = this.#world;
    if (!isModal) {
      this.agreed.notices.push({ message, at: this.agreed.now() });
      return undefined;
    }
    const asked = this.#asked;
    this.#asked = undefined;
    const pressed = draws.chance(0.7) ? buttons.at(-1) : undefined;
    note(`asked: ${message} → ${pressed ?? 'closed'}`);
    if (asked && pressed !== undefined) this.agreed.add(asked.deed, asked.instanceId);
    return pressed;
  }
}

function later(act: () => void): Promise<void> {
  act();
  return Promise.resolve();
}
