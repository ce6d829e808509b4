import { type Clock, type Moment, momentOf, since } from '../../clock';

/** A requested change of an instance. */
export type Deed = 'starting' | 'stopping' | 'rebooting' | 'recycling' | 'changing' | 'destroying';

/** After how many milliseconds the list counts again, whatever was requested. */
const lastsFor = 60_000;

/**
 * Changes that this window has requested and the list doesn't show yet, so that a row shows them at once. `redraw` is
 * called with each instance whose change starts or ends.
 */
export class UnderWay {
  readonly #clock: Clock;
  readonly #redraw: (instanceId: number) => void;
  readonly #deeds = new Map<number, { deed: Deed; from: Moment }>();

  constructor(clock: Clock, redraw: (instanceId: number) => void) {
    this.#clock = clock;
    this.#redraw = redraw;
  }

  of(instanceId: number): Deed | undefined {
    const known = this.#deeds.get(instanceId);
    return known && since(this.#clock, known.from) <= lastsFor ? known.deed : undefined;
  }

  begin(instanceIds: readonly number[], deed: Deed): void {
    const from = momentOf(this.#clock);
    for (const id of instanceIds) this.#deeds.set(id, { deed, from });
    for (const id of instanceIds) this.#redraw(id);
  }

  /** The list shows the rest, or the request was refused. */
  end(instanceId: number): void {
    if (this.#deeds.delete(instanceId)) this.#redraw(instanceId);
  }
}
