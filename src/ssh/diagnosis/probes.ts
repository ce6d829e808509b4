import type { Instance } from '../../api/schemas/instances/instance';
import type { Run } from '../config/effectiveConfig';
import type { ProbeOptions } from '../login/probe';
import type { SshConfig } from '../config/userConfig';

/** What a diagnosis can check. */
export interface DiagnosisProbes {
  /** Resolves if the service accepts the key; rejects with an error whose message a person may see. */
  account: () => Promise<unknown>;
  /** The instance as the service has it now. */
  instance: () => Promise<Instance>;
  /**
   * The public keys registered with the service for the account and the instance; undefined if it doesn't list them.
   */
  registeredKeys: () => Promise<readonly string[] | undefined>;
  /** `probeSsh`. */
  banner: (options: ProbeOptions) => Promise<{ banner: string }>;
  /** `runProgram`: the real ssh. */
  run: Run;
  /** The extension that opens SSH windows, and the config file it reads. */
  window: () => { extension: string | undefined; configFile: string };
}

/** What is diagnosed. */
export interface DiagnosisSubject {
  instanceId: number;
  config: SshConfig;
  user: string;
  /** Absolute path; undefined leaves the choice to ssh. */
  identityFile?: string | undefined;
}
