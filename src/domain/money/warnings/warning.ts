import type { Volume } from '../../../api/schemas/volume';
import type { Rate } from '../rate';
import type { Ledger } from '../ledger/ledger';
import type { OrUnknown } from '../../orUnknown';
import type { SharedInstance } from '../../instances/sharedInstance';
import type { ScheduledStop } from '../../stops/stopSchema';

/**
 * What a person is warned about, because it costs money or results while nobody may be looking, and what is said of it.
 * Times are milliseconds since the epoch, prices dollars per hour, sums dollars.
 */
export interface WarningFacts {
  /** GB. */
  fullDisk: { instance: SharedInstance; used: number; size: number };
  idleGpu: { instance: SharedInstance; since: number };
  notRunning: { instance: SharedInstance; since: number };
  lowBid: { instance: SharedInstance; bid: number; lowest: number };
  priceRise: { instance: SharedInstance; before: number; price: number };
  endsSoon: { instance: SharedInstance; ends: number };
  stoppedDisk: { instance: SharedInstance; since: number; cost: number };
  unusedVolume: { volume: Volume; since: number; cost: number };
  /** `running`: instances that could be stopped. */
  lowCredit: { credit: number; hours: number; rate: Rate; running: number };
}

export type WarningKind = keyof WarningFacts;

/** The person's limits below `gpuRental.warnings`, each with the value that turns its warning off. */
export const warningsOff = {
  /** Percent of a disk. */
  diskPercent: 0,
  idleMinutes: 0,
  notRunningMinutes: 0,
  lowBid: false,
  priceRise: false,
  rentalEndsHours: 0,
  /** Dollars. */
  stoppedDiskCost: 0,
  unusedVolumeDays: 0,
  /** Dollars. */
  unusedVolumeCost: 0,
} satisfies Record<string, number | boolean>;

export type WarningLimits = {
  readonly [Key in keyof typeof warningsOff]: (typeof warningsOff)[Key] extends number ? number : boolean;
} & {
  /** A setting of the account. */
  readonly lowCreditHours: number;
};

/** What is known of an account at a moment. What is missing or too old is left out, and no rule says anything about it. */
export interface Situation {
  /** Milliseconds since the epoch, as all times. */
  now: number;
  instances?: readonly SharedInstance[] | undefined;
  volumes?: readonly Volume[] | undefined;
  ledger: Ledger;
  /** GB. */
  diskUsageOf(instanceId: number): OrUnknown<number>;
  /** Percent. */
  loadOf(instanceId: number): OrUnknown<number>;
  /** Since when every list has said that its GPU is idle. */
  idleSince(instanceId: number): number | undefined;
  /** Dollars per hour: the lowest bid that the service would take now. */
  lowestBidOf(instanceId: number): number | undefined;
  /** Other windows are open, and each of them sees only the loads of the lists that it loads itself. */
  hasOtherWindows?: boolean;
  /** A person waits for its start and hears elsewhere how that goes. */
  isAwaited(instanceId: number): boolean;
  /** How its end is scheduled. */
  stopOf(instanceId: number): ScheduledStop | undefined;
  /** When `begun` was first said of this kind and thing. */
  begunAt(kind: WarningKind, key: string): number | undefined;
  /** Dollars per hour while running that the person has accepted for this thing. */
  agreedPriceOf(key: string): number | undefined;
  /** Dollars left at the rate of all that is billed: as unsure as the rate. */
  credit?: { left: number; rate: Rate } | undefined;
}

/**
 * What a rule says of a thing. `over`: what it warns about is not so, so that it may warn again. `begun`: it may be so
 * from now on, which is to be remembered. With `dueAt`, it will warn then if nothing changes.
 */
export type Verdict<K extends WarningKind> =
  | 'over'
  | 'begun'
  | { dueAt: number }
  | {
      warn: WarningFacts[K];
      /** Another one is a new reason to warn, although the last one isn't over. */
      episode?: string;
    };

/** `key` is the thing's key in the ledger, or `account`. There is no finding where too little is known. */
export interface Finding<K extends WarningKind = WarningKind> {
  kind: K;
  key: string;
  verdict: Verdict<K>;
  /** Milliseconds before it is said again of the same thing, where it may come and go by itself. */
  notAgainFor?: number;
}

/** Says of each thing whether to warn. Returns nothing if the person has turned it off. */
export type Rule<K extends WarningKind> = (
  situation: Situation,
  limits: WarningLimits,
) => readonly Finding<K>[];
