import type { RemoteControl } from '../sandbox/remoteControl';

/** A stop or destruction that the person agreed to in advance. All times are milliseconds since the run began. */
export interface AgreedEnd {
  /** NaN for a rental that hasn't been answered. */
  instanceId: number;
  /** Of the rental that it was agreed to with. */
  label?: string | undefined;
  /** It was agreed to with a start, and is worth nothing without it. */
  isWithStart?: boolean;
  action: string;
  at: number;
  /** The earliest time at which it may be carried out. */
  notBefore: number;
  /** Whether the window has said that it is scheduled. */
  isPromised: boolean;
  /** When the person took it back, or agreed to another one. */
  calledOffAt?: number;
}

/** What the person has agreed to, to be compared with what the service was asked for. */
export class Agreed {
  /** Rentals by their label. */
  readonly rentals = new Set<string>();
  /** How often, by "destroy 12", "start 12", "bid 12". */
  readonly deeds = new Map<string, number>();
  /** When each of these was agreed to, for now and not for later. */
  readonly times = new Map<string, number[]>();
  readonly ends: AgreedEnd[] = [];
  /** What every window was seen to say. */
  readonly notices: { message: string; at: number }[] = [];
  /** Stopped by the service itself. */
  readonly outbid = new Set<number>();
  /** The lines that ssh has added to known_hosts, by the instance's id. */
  readonly hostKeys = new Map<number, string>();
  now: () => number = () => 0;

  add(deed: string, id: number): void {
    this.#count(deed, id);
    const key = `${deed} ${id}`;
    this.times.set(key, [...(this.times.get(key) ?? []), this.now()]);
  }

  /** Before it is asked for: what was agreed to for the instance may be replaced from now on. */
  addEnd(instanceId: number, action: string, after: number, label?: string): AgreedEnd {
    this.#count(action, instanceId);
    const at = this.now();
    const end = { instanceId, action, at, notBefore: at + after, isPromised: false, label };
    this.ends.push(end);
    return end;
  }

  /** Which instance has come of a rental. */
  found(label: string, instanceId: number): void {
    for (const end of this.ends) {
      if (end.label !== label || end.instanceId >= 0) continue;
      end.instanceId = instanceId;
      this.#count(end.action, instanceId);
    }
  }

  #count(deed: string, id: number): void {
    const key = `${deed} ${id}`;
    this.deeds.set(key, (this.deeds.get(key) ?? 0) + 1);
  }
}

/** Finds what came of rentals that a stop was agreed to with, by their labels. */
export async function nameRentals(agreed: Agreed, sandbox: RemoteControl): Promise<void> {
  for (const id of await sandbox.instanceIds()) {
    const { label } = await sandbox.instance(id);
    if (label) agreed.found(label, id);
  }
}
