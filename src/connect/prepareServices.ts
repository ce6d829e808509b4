import type { Dialogs } from '../ask/dialogs';
import type { AgreedSpending } from '../domain/money/budget';
import type { Stores } from '../stores/backgroundStores';
import type { SshEntries } from './entries/sshEntries';
import type { SshSetup } from './entries/sshSetup';

type PrepareStores = Pick<
  Stores,
  'accounts' | 'instances' | 'volumes' | 'scheduledStops' | 'viaProxy' | 'clock' | 'log'
>;

/** What is needed to reach an instance. */
export interface PrepareServices extends PrepareStores {
  starts: Pick<Stores['starts'], 'add' | 'take'>;
  spending: Pick<Stores['spending'], 'ledgerOf'>;
  bills: Pick<Stores['bills'], 'of'>;
  milestones: Pick<Stores['milestones'], 'reached'>;
  sshEntries: SshEntries;
  sshSetup: () => SshSetup;
  dialogs: Dialogs;
  loginAgreements: LoginAgreements;
}

export interface PrepareOptions {
  /** Consent to start a stopped instance and to the first edit of the ssh config. */
  confirmed: boolean;
  /** Starting it was part of what the person has just agreed to, with its price. */
  startAgreed?: AgreedSpending | undefined;
  /** It is started to copy its files, because of this. */
  startToCopy?: string;
  signal: AbortSignal;
  report: (message: string) => void;
  /** A person waits: problems after SSH answered are explained, with questions. */
  interactive: boolean;
  /** A window will open, which needs more from a machine than a terminal or a tunnel. */
  forWindow?: boolean;
}

/** What a person agreed to for an instance although the login check found problems; for this window. */
export class LoginAgreements {
  readonly #unchecked = new Set<number>();
  readonly #warnings = new Map<number, ReadonlySet<string>>();

  /** They connect although the check couldn't log in, for example because their key has a passphrase. */
  goUnchecked(instanceId: number): void {
    this.#unchecked.add(instanceId);
  }

  goesUnchecked(instanceId: number): boolean {
    return this.#unchecked.has(instanceId);
  }

  /** Warnings that they saw and opened a window anyway. */
  acceptWarnings(instanceId: number, warnings: readonly string[]): void {
    this.#warnings.set(instanceId, new Set(warnings));
  }

  accepts(instanceId: number, warning: string): boolean {
    return this.#warnings.get(instanceId)?.has(warning) ?? false;
  }
}
