import type { Clock } from '../clock';
import type { AccountStore } from '../stores/account/accountStore';
import type { InstanceStore } from '../stores/instances/instanceStore';
import type { MarkerFiles, StartMarks } from '../stores/rentals/markerFiles';
import type { VolumeStore } from '../stores/volumes/volumeStore';
import type { SpendingServices } from '../ask/confirmSpending';
import type { Milestones } from '../stores/launch/milestones';
import type { Dialogs } from '../ask/dialogs';
import type { LoginAgreements } from './loginAgreements';
import type { SshEntries } from './entries/sshEntries';
import type { SshSetup } from './entries/sshSetup';
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
