import type { Clock } from '../clock';
import type { AccountStore } from '../stores/accountStore';
import type { InstanceStore } from '../stores/instanceStore';
import type { MarkerFiles, StartMarks } from '../stores/markerFiles';
import type { VolumeStore } from '../stores/volumeStore';
import type { SpendingServices } from './confirmSpending';
import type { Milestones } from '../stores/milestones';
import type { Dialogs } from './dialogs';
import type { LoginAgreements } from './loginAgreements';
import type { SshEntries } from './sshEntries';
import type { SshSetup } from './sshSetup';
import { type Log } from '../log/log';

/** What is needed to reach an instance. */
export interface PrepareServices extends SpendingServices {
  accounts: AccountStore;
  instances: InstanceStore;
  volumes: VolumeStore;
  viaProxy: MarkerFiles;
  starts: Pick<StartMarks, 'add' | 'take'>;
  milestones: Pick<Milestones, 'reached'>;
  sshEntries: SshEntries;
  sshSetup: () => SshSetup;
  dialogs: Dialogs;
  loginAgreements: LoginAgreements;
  clock: Clock;
  log: Log;
}

export interface PrepareOptions {
  /** Consent to start a stopped instance and to the first edit of the ssh config. */
  confirmed: boolean;
  signal: AbortSignal;
  report: (message: string) => void;
  /** A person waits: problems after SSH answered are explained, with questions. */
  interactive: boolean;
  /** A window will open, which needs more from a machine than a terminal or a tunnel. */
  forWindow?: boolean;
}
