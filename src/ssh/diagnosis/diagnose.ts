import { configSteps } from './configSteps';
import {
  type DiagnosisProbes,
  type DiagnosisSubject,
  diagnosisSteps,
  skipped,
  type Diagnosis,
  type Finding,
  type StepId,
} from './finding';
import { loginSteps } from './loginSteps';
import { networkSteps, serviceSteps } from './serviceSteps';

/** Called after each step, for progress. */
export type OnFinding = (finding: Finding) => void;

/**
 * Checks every step from the account to a window and reports a finding for each. The login uses our own values whatever
 * the person's config says, to distinguish problems of the machine from problems of the config. Never rejects. Changes
 * nothing except our known_hosts, like a connection would.
 */
export async function diagnose(
  subject: DiagnosisSubject,
  probes: DiagnosisProbes,
  onFinding: OnFinding = () => undefined,
): Promise<Diagnosis> {
  const found = new Map<StepId, Finding>();
  const note = (findings: readonly Finding[]): void => {
    for (const finding of findings) {
      found.set(finding.step, finding);
      onFinding(finding);
    }
  };
  const service = await serviceSteps(probes);
  note(service.findings);
  const network = await networkSteps(subject, service.addresses, probes);
  note(network.findings);
  if (network.answering) note(await loginSteps(subject, network.answering, probes));
  const known = service.instance && service.addresses;
  note(await configSteps(subject, known, probes));
  return diagnosisSteps.map((step) => found.get(step) ?? skipped(step));
}
