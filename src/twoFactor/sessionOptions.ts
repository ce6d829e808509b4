import type { Client } from '../api/client';
import type { Log } from '../log/log';
import type { Remedy } from './action';

/** What a session asks of the panel and of the rest of the extension. */
export interface SessionOptions {
  /** The account's name for a person. */
  account: string;
  client: () => Client;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Backup codes of this account that weren't confirmed as stored. */
  kept: {
    get(): readonly string[] | undefined;
    keep(codes: readonly string[]): void;
    forget(): void;
    /** New ones are about to be asked for, whose answer may never be heard. */
    await(): Promise<void>;
    /** None were made, or the person was told that they may have been. */
    awaitNoMore(): void;
    /** Whether they were lost with the window that showed them. */
    areLost(): Promise<boolean>;
  };
  copy: (text: string) => Promise<void>;
  /** Writes to a file that the person selects; false if they selected none. */
  save: (text: string) => Promise<boolean>;
  /** Does a remedy outside the panel. */
  remedy: (remedy: Remedy) => Promise<void>;
  /** The account's two-factor authentication was changed. */
  changed: () => void;
  log?: Log;
}
