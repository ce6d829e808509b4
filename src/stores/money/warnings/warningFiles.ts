import {
  type WarningState,
  warningStateSchema,
  noWarnings,
  withOwn,
} from '../../../domain/money/warnings/warningState';
import type { Finding, WarningKind } from '../../../domain/money/warnings/warning';
import type { Clock } from '../../../clock';
import type { AccountFiles } from '../../account/accountFiles';
import { SharedFile } from '../../windows/sharedFile';
import { jsonAs } from '../../../files/jsonAs';

const changes = () => import('../../../domain/money/warnings/warningChanges');

/**
 * What was said about each account's things: one small file each, which all windows read and which outlives them, so
 * that each warning is said once. It is read again only after it has changed.
 */
export class WarningFiles {
  readonly #clock: Clock;
  readonly #file: SharedFile<WarningState>;

  constructor(accounts: AccountFiles, clock: Clock) {
    this.#clock = clock;
    this.#file = new SharedFile(accounts, clock, {
      name: 'warnings.json',
      none: noWarnings,
      // One that is damaged is replaced by the next change.
      said: (content, last) => ({ value: warningStateIn(content) ?? last }),
      merged: withOwn,
      isKeptInMemory: true,
    });
  }

  /** What any window has said. Never rejects: if the file can't be read, it's what this window knows. */
  read(accountId: string): Promise<WarningState> {
    return this.#file.read(accountId);
  }

  /** Notes what was found. Resolves to the warnings to show; of all windows, only one gets them. */
  async take(accountId: string, findings: readonly Finding[]): Promise<readonly Finding[]> {
    const { withFindings } = await changes();
    return this.#file.change(accountId, (before) => {
      const { state, toShow } = withFindings(before, findings, this.#clock.now());
      return { value: state, result: toShow };
    });
  }

  /** The person wants no more of these warnings. */
  async mute(accountId: string, kind: WarningKind, key: string): Promise<void> {
    const { withMuted } = await changes();
    return this.#file.change(accountId, (state) => ({
      value: withMuted(state, kind, key),
      result: undefined,
    }));
  }

  /** The person wants them again. */
  async unmute(accountId: string, kind: WarningKind, key: string): Promise<void> {
    const { withoutMuted } = await changes();
    return this.#file.change(accountId, (state) => ({
      value: withoutMuted(state, kind, key),
      result: undefined,
    }));
  }

  /**
   * The person has accepted a price. Resolves to the one they had accepted before.
   * @param price dollars per hour while running; undefined if they have accepted none
   */
  async agree(accountId: string, key: string, price: number | undefined): Promise<number | undefined> {
    const { withAgreed } = await changes();
    return this.#file.change(accountId, (state) => ({
      value: withAgreed(state, key, price),
      result: state.agreed[key],
    }));
  }

  /** True for the one caller, of all windows, that is to say something now. @param within milliseconds */
  async claim(accountId: string, name: string, within: number): Promise<boolean> {
    const { withClaim } = await changes();
    return this.#file.change(accountId, (state) => {
      const value = withClaim(state, name, this.#clock.now(), within);
      return { value, result: value !== state };
    });
  }
}

/** What a file says; undefined if it is damaged. */
export const warningStateIn = (content: Buffer): WarningState | undefined =>
  jsonAs(warningStateSchema, content);
