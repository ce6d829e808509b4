import type { Random } from '../sandbox/random';
import type { Agreed } from './agreed';
import type { Edits } from './edits';
import type { Shown } from './viewer';

interface AnswerWorld {
  draws: Random;
  note: (event: string) => void;
  agreed: Agreed;
  edits: Edits;
  /** What the computer's clock shows. */
  clock: () => number;
}

/** What a dialog is expected to ask about. */
export interface Asked {
  deed: string;
  instanceId: number;
  /** Of a rental, which is asked about until it has ended. */
  label?: string;
}

const minute = 60_000;

/** What the person answers to notifications and dialogs, and what they thereby agree to. */
export class Answers {
  readonly #world: AnswerWorld;
  /** By the name of the window. */
  readonly #asked = new Map<string, Asked>();

  constructor(world: AnswerWorld) {
    this.#world = world;
  }

  /** The next dialog in this window asks about that. */
  expect(window: string, asked: Asked): void {
    this.#asked.set(window, asked);
  }

  /** Nothing is asked about any more. */
  forget(window: string): void {
    this.#asked.delete(window);
  }

  press({ window, message, isModal, buttons }: Shown): string | undefined {
    const { draws, note, agreed } = this.#world;
    if (!isModal) {
      agreed.notices.push({ message, at: agreed.now() });
      return buttons.includes('Keep Mine') ? this.#choose(window) : undefined;
    }
    const asked = this.#asked.get(window);
    if (asked?.label === undefined) this.#asked.delete(window);
    const pressed = draws.chance(0.7) ? this.#yes(buttons, asked?.label !== undefined) : undefined;
    note(`asked: ${message} → ${pressed ?? 'closed'}`);
    if (pressed === undefined) return undefined;
    if (asked) this.#agree(asked, pressed);
    return pressed;
  }

  /** The last button, or the one that also schedules a stop. */
  #yes(buttons: readonly string[], isRental: boolean): string | undefined {
    const until = buttons.find((button) => button.includes('and Stop at'));
    return until !== undefined && this.#world.draws.chance(isRental ? 1 : 0.5) ? until : buttons.at(-1);
  }

  #agree({ deed, instanceId, label }: Asked, pressed: string): void {
    const { agreed } = this.#world;
    agreed.add(deed, instanceId);
    const after = this.#spanUntil(pressed);
    if (after === undefined) return;
    const end = agreed.addEnd(instanceId, 'stop', after, label);
    Object.assign(end, { isPromised: true, isWithStart: deed === 'start' });
  }

  /** Milliseconds until the time on the button, which is within a day; none where it has a date. */
  #spanUntil(pressed: string): number | undefined {
    const [, hours, minutes, half] = /and Stop at (\d+):(\d+)\s?([AP]M)$/u.exec(pressed) ?? [];
    if (hours === undefined) return pressed.includes('and Stop at') ? 0 : undefined;
    const now = this.#world.clock();
    const at = new Date(now);
    at.setHours((Number(hours) % 12) + (half === 'PM' ? 12 : 0), Number(minutes), 0, 0);
    while (at.getTime() < now - minute) at.setDate(at.getDate() + 1);
    return at.getTime() - now;
  }

  /** A template that was edited elsewhere, too. */
  #choose(window: string): string | undefined {
    const { draws, edits, note } = this.#world;
    const pressed = draws.pick(['Keep Mine', 'Discard Mine', undefined]);
    note(`edited elsewhere, too: ${pressed ?? 'closed'}`);
    if (pressed === 'Discard Mine') edits.discard((edit) => edit.window.life.name === window);
    if (pressed === 'Keep Mine') edits.seeAll(window);
    return pressed;
  }
}
