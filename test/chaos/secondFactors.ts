import type { Random } from '../sandbox/random';
import type { RemoteControl } from '../sandbox/remoteControl';
import type { Action } from '../../src/twoFactor/action';
import type { View } from '../../src/webviews/twoFactor/protocol';
import type { RemoteService } from './serviceClient';
import type { TwoFactorPage } from './twoFactorPage';
import type { Time } from './time';
import type { Window } from './window';

interface FactorWorld {
  draws: Random;
  sandbox: RemoteControl;
  service: RemoteService;
  time: () => Time;
}

type PageOf<K extends View['page']['kind']> = Extract<View['page'], { kind: K }>;

/** The person's authenticator app, phone and list of backup codes, and what they do with them in the panel. */
export class SecondFactors {
  /** All codes that were typed. */
  readonly typed = new Set<string>();
  /** Those that the person has put away. */
  stored: readonly string[] = [];
  /** Every list of backup codes that was confirmed as stored. */
  readonly confirmed = new Set<string>();
  /** The window that showed a list of backup codes last. */
  readonly shown = new Map<string, string>();
  readonly #world: FactorWorld;

  constructor(world: FactorWorld) {
    this.#world = world;
  }

  /** A window shows backup codes. */
  show(codes: readonly string[], window: string): void {
    this.shown.set(codes.join(), window);
  }

  /** The next thing that the page offers. */
  async use(page: TwoFactorPage, window: Window): Promise<string> {
    const { view } = page;
    if (!view || view.busy) return 'busy';
    const action = await this.#next(view);
    if (page.view !== view) return 'too late';
    page.send(action);
    return `${window.life.name} ${view.page.kind}: ${action.kind}`;
  }

  async #next(view: View): Promise<Action> {
    const { draws } = this.#world;
    if (view.problem && view.problem.remedies.length > 0 && draws.chance(0.3))
      return { kind: 'remedy', remedy: draws.pick(view.problem.remedies) };
    const { page } = view;
    switch (page.kind) {
      case 'loading':
        return { kind: 'refresh' };
      case 'overview':
        return this.#fromOverview(view);
      case 'proof':
        return this.#proof(page);
      case 'choose':
        return { kind: 'setUp', method: draws.pick(['totp', 'totp', 'sms']) };
      case 'secret':
        return this.#orBack(async () => this.#confirmed(await this.#codeOf(page.secret)));
      case 'phone':
        if (!page.sent) return { kind: 'sendToNumber', phone: '+1 202 555 0123' };
        return this.#orBack(async () => this.#confirmed(await this.#sentCode('sms')));
      case 'lost':
        return view.status?.methods[0] && draws.chance(0.5)
          ? { kind: 'removeLost', methodId: view.status.methods[0].id }
          : { kind: 'back' };
      case 'codes':
        return this.#withCodes(page.codes);
    }
  }

  #fromOverview({ status, codesLost }: View): Action {
    const { draws } = this.#world;
    const [method] = status?.methods ?? [];
    if (codesLost && draws.chance(0.3)) return { kind: 'renew' };
    if (!method) return draws.chance(0.8) ? { kind: 'add' } : { kind: 'refresh' };
    const methodId = method.id;
    return draws.pickWeighted<readonly [number, Action]>(
      [
        [2, { kind: 'add' }],
        [4, { kind: 'renew' }],
        [1, { kind: 'remove', methodId }],
        [1, { kind: 'lost' }],
        [1, { kind: 'refresh' }],
        [1, { kind: 'rename', methodId, label: 'my phone' }],
        [1, { kind: 'makePrimary', methodId }],
      ],
      ([weight]) => weight,
    )[1];
  }

  async #proof({ options, chosen, sent }: PageOf<'proof'>): Promise<Action> {
    const { draws } = this.#world;
    const kind = options.find(({ id }) => id === chosen)?.kind;
    if (options.length > 1 && draws.chance(0.15))
      return { kind: 'chooseOption', option: draws.pick(options).id };
    if ((kind === 'sms' || kind === 'email') && !sent) return { kind: 'send' };
    if (sent && draws.chance(0.1)) return { kind: 'resend' };
    return this.#orBack(async () => {
      const code =
        kind === 'backup'
          ? (this.stored[draws.integer(0, 9)] ?? 'aaaa-bbbb-cccc')
          : kind === 'totp'
            ? await this.#codeOf()
            : await this.#sentCode(kind === 'email' ? 'email' : 'sms');
      return { kind: 'prove', code: this.#perhapsWrong(code) };
    });
  }

  #confirmed(code: string): Action {
    return { kind: 'confirm', code: this.#perhapsWrong(code), label: 'phone' };
  }

  async #orBack(act: () => Promise<Action>): Promise<Action> {
    return this.#world.draws.chance(0.1) ? { kind: 'back' } : act();
  }

  #withCodes(codes: readonly string[]): Action {
    const kind = this.#world.draws.pick([
      'codesStored',
      'codesStored',
      'copyCodes',
      'saveCodes',
      'back',
    ] as const);
    if (kind !== 'codesStored') return { kind };
    this.stored = codes;
    this.confirmed.add(codes.join());
    return { kind };
  }

  #perhapsWrong(code: string): string {
    const { draws } = this.#world;
    const typed = draws.chance(0.25) ? String(draws.integer(100_000, 999_999)) : code;
    this.typed.add(typed);
    return typed;
  }

  /** What the app shows now, for this secret or the one that was set up. */
  async #codeOf(secret?: string): Promise<string> {
    const { sandbox, service, time } = this.#world;
    await service.follow(time().passed);
    return sandbox.totpCode(await sandbox.accountId(), secret).catch(() => '000000');
  }

  /** The last one that arrived. */
  async #sentCode(channel: 'sms' | 'email'): Promise<string> {
    const all = await this.#world.sandbox.outbox();
    return all.findLast((one) => one.channel === channel)?.code ?? '000000';
  }
}
