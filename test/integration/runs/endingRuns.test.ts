import { equal, match } from 'node:assert/strict';
import type { RunState } from '../../../src/domain/runs/run';
import { agreed, call, overSsh, sandbox, until } from '../support/inHost';
import { fetched, type Started, useRunTarget } from '../support/runs';

describe('a run that is under way', () => {
  const target = useRunTarget();

  /** Its job may be there before the machine notes that. */
  const running = (runId: string) =>
    until(
      async () => (await call<RunState>('followRun', { runId })).phase === 'running',
      'its machine says that it runs',
    );

  it('ends when it is stopped, with what it started', async () => {
    const task = { run: 'mkdir -p outputs; sleep 300 & echo $! > outputs/pid; wait' };
    const { runId } = await agreed<Started>('runOnGpu', {
      ...target,
      task,
      then: 'keep',
      fetch: [],
    });
    const noted = () => overSsh(`gpu-${target.instanceId}`, 'cat gpu-rental/*/outputs/pid').catch(() => '');
    await until(async () => (await noted()) !== '', 'the job has begun');
    await running(runId);
    await agreed('stopRun', { runId });
    equal((await call<RunState>('followRun', { runId })).phase, 'ended');
    const pid = await overSsh(`gpu-${target.instanceId}`, 'cat gpu-rental/*/outputs/pid');
    const gone = `while kill -0 ${pid} 2>/dev/null; do sleep 0.1; done; echo gone`;
    equal(await overSsh(`gpu-${target.instanceId}`, gone), 'gone');
  });

  it('ends when its GPUs have nothing to do', async () => {
    await sandbox.setLoad(target.instanceId, 95);
    const limit = { idleMinutes: 0.05 };
    const asked = { ...target, task: { run: 'sleep 300' }, then: 'keep', fetch: [], limit };
    const { runId } = await agreed<Started>('runOnGpu', asked);
    await running(runId);
    // Longer than the idle time.
    await overSsh(`gpu-${target.instanceId}`, 'sleep 5');
    equal((await call<RunState>('followRun', { runId })).phase, 'running');
    await sandbox.setLoad(target.instanceId, 1);
    await fetched(runId);
    match(await overSsh(`gpu-${target.instanceId}`, `cat .gpu-rental/runs/${runId}/state`), /^why=idle$/m);
    await sandbox.setLoad(target.instanceId, 3);
  });

  it('is ended by the machine itself, with the key of its instance', async () => {
    const run = { ...target, task: { run: 'true' }, fetch: [] };
    const { runId } = await agreed<Started>('runOnGpu', { ...run, then: 'stop' });
    await until(async () => {
      await call('followRun', { runId });
      return (await sandbox.instance(target.instanceId)).intended_status === 'stopped';
    }, 'the machine stops itself');
    await sandbox.advance(60);
    await agreed('startInstance', { instanceId: target.instanceId });
    await sandbox.advance(60);
    await agreed('connect', { instanceId: target.instanceId });
    const state = await overSsh(`gpu-${target.instanceId}`, `cat .gpu-rental/runs/${runId}/state`);
    // Without a key it would have left that to VS Code.
    match(state, /^end=stopp(ing|ed)$/m);
  });
});
