import type { Shape } from './shape';

/** A bearer token: the row's account, nobody, a key that does not exist, or one kept under a name. */
export type Caller = 'key' | 'nobody' | 'wrong' | `$${string}`;

/** One HTTP call below `/api/v0/` (or another version's prefix), and what must come back. */
export interface CallStep {
  /** Method and path; `$name` stands for a value kept before. A path that begins with a slash is complete. */
  call: string;
  as?: Caller;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  text?: string;
  /** One of these; 200 when missing. */
  status?: number | readonly number[];
  /** The member `error` of the answer. */
  error?: string;
  shape?: Shape;
  /** Names under which members of the answer are kept; a dotted path, `items.0.id`. */
  keep?: Record<string, string>;
  /** Makes the call this often; all but the last may answer anything. */
  times?: number;
}

/** A method of the control of a service that has one. */
export interface ControlStep {
  control: string;
  args?: readonly unknown[];
  /** The part of the result that `shape` is about, as a dotted path; all of it when missing. */
  at?: string;
  shape?: Shape;
  keep?: Record<string, string>;
}

/** The code that an authenticator app would show for a base32 secret. */
export interface TotpStep {
  totp: string;
  keep: string;
}

export type Step = CallStep | ControlStep | TotpStep;

/** A row of one of the specification's tables: a condition, a call, its answer and the state after it. */
export interface Row extends CallStep {
  group: string;
  /** The condition and what follows from it. */
  says: string;
  given?: readonly Step[];
  after?: readonly Step[];
  /** Where the specification leaves the answer open: what was chosen to expect it. */
  choice?: string;
  /** The endpoint lies beyond the specification: a service without it is not at fault. */
  optional?: true;
  /** What it leaves behind that no call takes back: played only where accounts are thrown away. */
  leaves?: string;
}
