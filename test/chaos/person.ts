import { Agreed } from './agreed';
import { Answers } from './answers';
import {
  type Act,
  type Acts,
  editorActs,
  type Occupation,
  occupations,
  occupiedActs,
  templateActs,
} from './editorActs';
import { Edits } from './edits';
import type { RemoteControl } from '../sandbox/remoteControl';
import type { Random } from '../sandbox/random';
import { instanceActs } from './instanceActs';
import { OtherAccount } from './otherAccount';
import type { RemoteWindows } from './remoteWindows';
import type { Viewer } from './viewer';
import { SecondFactors } from './secondFactors';
import type { Begun } from './service';
import type { RemoteService } from './serviceClient';
import type { Time } from './time';
import type { Window } from './window';

const minute = 60_000;

interface PersonWorld {
  draws: Random;
  note: (event: string) => void;
  sandbox: RemoteControl;
  service: RemoteService;
  isWithSsh: boolean;
  /** Whether no account can be put to use now. */
  isKeyringBroken: () => boolean;
  /** The person's own folder. */
  home: string;
}

/** Somebody with up to three windows who does what one does, whatever happens, and waits for nothing. */
export class Person {
  readonly agreed = new Agreed();
  readonly edits = new Edits();
  readonly secondFactors: SecondFactors;
  /** Those that are open. */
  readonly windows: Window[] = [];
  readonly allWindows: Window[] = [];
  hasKilled = false;
  otherAccount: OtherAccount | undefined;
  /** What panels showed of the wrong account. */
  readonly mixedUp: string[] = [];
  readonly #world: PersonWorld;
  readonly #underWay = new Map<Promise<void>, string>();
  readonly #of = new Map<Promise<void>, Window>();
  readonly #answers: Answers;
  readonly #occupation: Occupation;
  #signedIn: Promise<{ accountId: string }> | undefined;
  #open: () => Promise<Window> = () => Promise.reject(new Error('not begun'));
  #begun: Begun | undefined;
  #time: Time | undefined;
  #count = 0;

  #remoteWindows: RemoteWindows | undefined;

  readonly viewer: Viewer = {
    press: (shown) => this.#answers.press(shown),
    patience: () => 2000,
  };

  constructor(world: PersonWorld) {
    this.#world = world;
    const { agreed, edits } = this;
    this.#occupation = world.draws.pick(occupations);
    this.#answers = new Answers({ ...world, agreed, edits, clock: () => this.#time!.now() });
    this.secondFactors = new SecondFactors({ ...world, time: () => this.#time! });
  }

  get remoteWindows(): RemoteWindows {
    return this.#remoteWindows!;
  }

  async begin(
    open: () => Promise<Window>,
    begun: Begun,
    { time, remoteWindows }: { time: Time; remoteWindows: RemoteWindows },
  ): Promise<void> {
    this.#open = open;
    this.#remoteWindows = remoteWindows;
    this.#begun = begun;
    this.#time = time;
    this.agreed.now = () => time.passed;
    const count = this.#world.draws.integer(1, 3);
    for (let index = 0; index < count; index += 1) await this.#openOne();
    this.#start('sign in', this.windows[0]!, (window) => (this.#signedIn = this.#signIn(window)));
    await time.pass(5000);
  }

  /** What was there before, of what the person is going to be busy with. */
  async settleIn(): Promise<void> {
    const { draws, sandbox } = this.#world;
    if (this.#occupation === 'manageTwoFactor' && draws.chance(0.6)) {
      const { backupCodes } = await sandbox.addMethods(await sandbox.accountId(), { totp: true });
      this.secondFactors.stored = backupCodes;
    }
    if (this.#occupation === 'showSpending' || this.#occupation === 'browseOffers') {
      const own = (await this.#signedIn)!;
      const { url } = this.#begun!;
      const signingIn = OtherAccount.signIn(this.windows[0]!, { sandbox, url, own: own.accountId });
      this.otherAccount = await this.#time!.passUntil(signingIn);
    }
    if (this.#occupation === 'documents')
      for (const name of ['a template', 'another one'])
        await this.#askConsole('POST', 'template/', { name, image: 'debian', tag: '12' });
  }

  /** The next thing that is done, in one of the windows. */
  async act(): Promise<{ isOccupied: boolean }> {
    const { draws } = this.#world;
    if (this.windows.length === 0) {
      await this.#openOne();
      return { isOccupied: false };
    }
    if (this.otherAccount && draws.chance(0.06) && !this.#world.isKeyringBroken()) {
      this.#world.note('look at the other account');
      const window = draws.pick(this.windows);
      this.mixedUp.push(...(await this.otherAccount.look(window, this.windows, this.#time!)));
    }
    const occupied =
      this.#occupation !== 'rentals' && draws.chance(0.7) && occupiedActs(this.#known, this.#occupation);
    const window = occupied && draws.chance(0.8) ? this.windows[0]! : draws.pick(this.windows);
    const acts: Acts = occupied || [
      ...instanceActs(this.#known),
      ...templateActs(this.#known),
      ...editorActs(this.#known),
      [1, 'refresh', (one) => one.call('refreshInstances')],
      [1, 'show spending', (one) => one.call('showSpending')],
      [2, 'look', (one) => later(() => this.#look(one, draws.chance(0.6)))],
      [1, 'open a window', () => (this.windows.length < 3 ? this.#openOne() : Promise.resolve())],
      [1, 'close', (one) => this.#leave(one)],
      [2, 'kill', (one) => later(() => this.#kill(one))],
    ];
    const [, name, act] = draws.pickWeighted(acts, ([weight]) => weight);
    this.#start(name, window, act);
    await this.#time!.settle();
    return { isOccupied: occupied !== false };
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

  #signIn(window: Window): Promise<{ accountId: string }> {
    const { apiKey, url: baseUrl } = this.#begun!;
    return window.call('signIn', { apiKey, baseUrl, confirmed: window.exports.consent });
  }

  get #known() {
    const { agreed, edits, secondFactors, remoteWindows } = this;
    return {
      ...{ ...this.#world, agreed, edits, secondFactors, remoteWindows, answers: this.#answers },
      next: () => this.#next(),
      now: () => this.#time!.passed,
      console: (method: string, path: string, body?: object) => this.#askConsole(method, path, body),
    };
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
    this.edits.killed.set(window.life.name, this.#time!.passed);
    this.#drop(window);
    window.kill();
  }

  /** What was begun in a window that is gone has no end that anybody hears of. */
  #drop(window: Window): void {
    this.windows.splice(this.windows.indexOf(window), 1);
    for (const [doing, of] of this.#of) if (of === window) this.#underWay.delete(doing);
  }

  async #askConsole(method: string, path: string, body?: object): Promise<unknown> {
    const { apiKey, sandboxUrl } = this.#begun!;
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const sent = fetch(`${sandboxUrl}/api/v0/${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await this.#time!.working('the console', sent);
    return this.#time!.working('the console', answer.json());
  }
}

function later(act: () => void): Promise<void> {
  act();
  return Promise.resolve();
}
