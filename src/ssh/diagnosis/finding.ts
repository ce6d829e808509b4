import * as l10n from '@vscode/l10n';
import type { Instance } from '../../api/schemas/instances/instance';
import type { Run } from '../config/effectiveConfig';
import type { ProbeOptions } from '../login/probe';
import type { SshConfig } from '../config/userConfig';

/** The steps from the account to a window, in the order they are checked. */
export const diagnosisSteps = [
  'account',
  'state',
  'runtype',
  'address',
  'tcp',
  'banner',
  'hostKey',
  'keys',
  'login',
  'shell',
  'entry',
  'window',
] as const;

export type StepId = (typeof diagnosisSteps)[number];

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
  step,
  status: 'warning',
  evidence,
  remedy,
});

export const failed = (step: StepId, evidence: string, remedy: string): Finding => ({
  step,
  status: 'failed',
  evidence,
  remedy,
});

export const skipped = (
  step: StepId,
  evidence: string = l10n.t('An earlier step must succeed first.'),
): Finding => ({
  step,
  status: 'skipped',
  evidence,
});

/** The first step that failed, or else the first warning; undefined if everything works. */
export function brokenStep(diagnosis: Diagnosis): Finding | undefined {
  return (
    diagnosis.find(({ status }) => status === 'failed') ??
    diagnosis.find(({ status }) => status === 'warning')
  );
}

/** The name of a step for a person. */
export function titleOf(step: StepId): string {
  switch (step) {
    case 'account':
      return l10n.t('API key accepted by the service');
    case 'state':
      return l10n.t('Instance is running');
    case 'runtype':
      return l10n.t('Launch mode has SSH');
    case 'address':
      return l10n.t('SSH address is known');
    case 'tcp':
      return l10n.t('Port is reachable');
    case 'banner':
      return l10n.t('SSH answers');
    case 'hostKey':
      return l10n.t('Host key');
    case 'keys':
      return l10n.t('Keys offered');
    case 'login':
      return l10n.t('Login');
    case 'shell':
      return l10n.t('Remote shell');
    case 'entry':
      return l10n.t('SSH config entry in effect');
    case 'window':
      return l10n.t('Extension for SSH windows');
  }
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

/** What is diagnosed. */
export interface DiagnosisSubject {
  instanceId: number;
  config: SshConfig;
  user: string;
  /** Absolute path; undefined leaves the choice to ssh. */
  identityFile?: string | undefined;
}
