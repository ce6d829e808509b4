import * as l10n from '@vscode/l10n';
import type { Instance } from '../../api/schemas/instances/instance';
import type { Run } from '../config/effectiveConfig';
import type { ProbeOptions } from '../login/probe';
import type { SshConfig } from '../config/userConfig';

/** The steps from the account to a window, in the order they are checked, with their names for a person. */
const titles = {
  account: () => l10n.t('API key accepted by the service'),
  state: () => l10n.t('Instance is running'),
  runtype: () => l10n.t('Launch mode has SSH'),
  address: () => l10n.t('SSH address is known'),
  tcp: () => l10n.t('Port is reachable'),
  banner: () => l10n.t('SSH answers'),
  hostKey: () => l10n.t('Host key'),
  keys: () => l10n.t('Keys offered'),
  login: () => l10n.t('Login'),
  shell: () => l10n.t('Remote shell'),
  entry: () => l10n.t('SSH config entry in effect'),
  window: () => l10n.t('Extension for SSH windows'),
};
export type StepId = keyof typeof titles;
export const diagnosisSteps = Object.keys(titles) as StepId[];

/** The name of a step for a person. */
export const titleOf = (step: StepId): string => titles[step]();

/** The result of one step. `warning`: it works, but could be better. `skipped`: an earlier step failed. */
export interface Finding {
  step: StepId;
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was seen, in one or a few sentences, without secrets. */
  evidence: string;
  /** What the person can do. */
  remedy?: string;
  /** The command that does so. */
  command?: 'changeBid' | 'rebootInstance' | 'startInstance';
}

export type Diagnosis = readonly Finding[];

export const ok = (step: StepId, evidence: string): Finding => ({ step, status: 'ok', evidence });

export const warning = (step: StepId, evidence: string, remedy: string): Finding => ({
  ...ok(step, evidence),
  status: 'warning',
  remedy,
});

export const failed = (step: StepId, evidence: string, remedy: string): Finding => ({
  ...ok(step, evidence),
  status: 'failed',
  remedy,
});

export const skipped = (step: StepId, evidence = l10n.t('An earlier step must succeed first.')): Finding => ({
  ...ok(step, evidence),
  status: 'skipped',
});

/** The first step that failed, or else the first warning; undefined if everything works. */
export function brokenStep(diagnosis: Diagnosis): Finding | undefined {
  return (
    diagnosis.find(({ status }) => status === 'failed') ??
    diagnosis.find(({ status }) => status === 'warning')
  );
}

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

export interface DiagnosisSubject {
  instanceId: number;
  config: SshConfig;
  user: string;
  /** Absolute path; undefined leaves the choice to ssh. */
  identityFile?: string | undefined;
}
