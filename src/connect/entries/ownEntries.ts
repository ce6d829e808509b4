import type { ListServices } from '../lastLists';
import { SshEntries } from './sshEntries';
import { sshSetup } from './sshSetup';

/** The ssh entries of this product, in the files that the settings name. */
export const ownEntries = ({
  files,
  accounts,
  snapshots,
  viaProxy,
  clock,
  storage,
}: ListServices & { storage: string }): SshEntries =>
  new SshEntries({ files, accounts, snapshots, viaProxy, clock, storage, setup: sshSetup });
