import type { Dialogs } from '../ask/dialogs';
import type { Stores } from '../stores/createStores';
import type { SshEntries } from './entries/sshEntries';
import type { SshSetup } from './entries/sshSetup';
import type { LoginAgreements } from './loginAgreements';

type PrepareStores = Pick<
  Stores,
  'accounts' | 'instances' | 'volumes' | 'scheduledStops' | 'viaProxy' | 'clock' | 'log'
>;

/** What is needed to reach an instance. */
export interface PrepareServices extends PrepareStores {
  starts: Pick<Stores['starts'], 'add' | 'take'>;
  spending: Pick<Stores['spending'], 'ledgerOf'>;
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
  isStartAgreed?: boolean;
  signal: AbortSignal;
  report: (message: string) => void;
  /** A person waits: problems after SSH answered are explained, with questions. */
  interactive: boolean;
  /** A window will open, which needs more from a machine than a terminal or a tunnel. */
  forWindow?: boolean;
}
