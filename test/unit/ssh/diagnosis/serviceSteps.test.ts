import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import type { DiagnosisProbes } from '../../../../src/ssh/diagnosis/finding';
import { serviceSteps } from '../../../../src/ssh/diagnosis/serviceSteps';

const running: Instance = { id: 7, actual_status: 'running', intended_status: 'running' };

async function findingsOf(instance: Instance) {
  const probes = { account: async () => undefined, instance: async () => instance };
  return (await serviceSteps(probes as unknown as DiagnosisProbes)).findings;
}

const stateOf = async (instance: Instance) =>
  (await findingsOf(instance)).find(({ step }) => step === 'state');

it.each([
  ['ssh ssh_direc ssh_proxy', 'Its launch mode is “SSH, direct”.'],
  ['jupyter_proxy', 'Its launch mode is “Jupyter and SSH through the proxy”.'],
  ['ssh_tunnel', 'Its launch mode is “ssh_tunnel”.'],
])('says the launch mode in words: %s', async (words, evidence) => {
  const findings = await findingsOf({ ...running, image_runtype: words });
  expect(findings.find(({ step }) => step === 'runtype')).toMatchObject({ evidence });
});

describe('what helps an instance that does not run', () => {
  it.each<[string, Partial<Instance>, string | undefined]>([
    ['outbid', { actual_status: 'exited', cur_state: 'stopped', is_bid: true }, 'changeBid'],
    ['stopped', { actual_status: 'exited', intended_status: 'stopped' }, 'startInstance'],
    ['crashed', { actual_status: 'exited' }, undefined],
    ['frozen', { actual_status: 'frozen' }, 'rebootInstance'],
    ['loading', { actual_status: 'loading' }, undefined],
  ])('when %s', async (_word, state, command) => {
    const finding = await stateOf({ ...running, ...state });
    expect(finding).toMatchObject({ status: 'failed', remedy: expect.any(String) as string });
    expect(finding?.command).toBe(command);
  });

  it('is nothing where it runs', async () => {
    expect(await stateOf(running)).toMatchObject({ status: 'ok' });
  });
});
