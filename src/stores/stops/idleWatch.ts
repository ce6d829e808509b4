import type { Instance } from '../../api/schemas/instances/instance';
import type { Clock, EpochMs } from '../../clock';
import { type Moment, momentOf, since } from '../../clock';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { isIdle, loadOf, longestGap } from '../../domain/instances/load';
import type { OrUnknown } from '../../domain/orUnknown';
import type { InstanceStore } from '../instances/instanceStore';

/**
 * Since when the GPUs of instances are idle, by the lists that this window has loaded. Nothing is assumed about times
 * without a list, for example while the computer slept.
 */
export class IdleWatch {
  readonly #clock: Clock;
  readonly #idle = new Map<string, { from: Moment; last: Moment }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes the load, in percent, from a list. */
  note(accountId: string, instanceId: number, load: OrUnknown<number>): void {
    const key = `${accountId}/${instanceId}`;
    const known = this.#idle.get(key);
    if (!isIdle(load)) {
      this.#idle.delete(key);
      return;
    }
    const now = momentOf(this.#clock);
    const goesOn = known !== undefined && this.#isRecent(known.last);
    this.#idle.set(key, { from: goesOn ? known.from : now, last: now });
  }

  /** Takes the loads from a list that the service has just answered. */
  noteAll(accountId: string, instances: readonly Instance[]): void {
    for (const instance of instances) this.note(accountId, instance.id, loadOf(instance));
  }

  /** Since when; undefined if it isn't idle, or that isn't known. */
  since(accountId: string, instanceId: number): EpochMs | undefined {
    const known = this.#idle.get(`${accountId}/${instanceId}`);
    if (!known || !this.#isRecent(known.last)) return undefined;
    // By the monotonic clock: the other one may have been set.
    return this.#clock.now() - (this.#clock.monotonic() - known.from.monotonic);
  }

  /** Neither clock may have moved on: the monotonic one may stop while the computer sleeps. */
  #isRecent(last: Moment): boolean {
    const gap = since(this.#clock, last);
    return gap >= 0 && gap <= longestGap;
  }
}

/** Notes the loads of each list of the account in use. Where it is another window's, it says nothing about loads. */
export const noteLoads = (
  instances: Pick<InstanceStore, 'state' | 'figures' | 'isOwnList' | 'onDidChange'>,
  idle: IdleWatch,
): { dispose(): unknown } =>
  instances.onDidChange(({ listed }) => {
    const { accountId } = instances.state;
    if (!listed || accountId === undefined) return;
    for (const instance of instances.state.instances.values()) {
      const isRunning = lifecycleOf(instance).phase === 'running' && !instance.missing;
      if (!isRunning) idle.note(accountId, instance.id, 'unknown');
      else if (instances.isOwnList)
        idle.note(accountId, instance.id, loadOf({ ...instance, ...instances.figures(instance.id) }));
    }
  });
