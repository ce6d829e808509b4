import { letRunScript } from '../../../../src/ssh/runs/runs';
import { type Remote, runScript } from '../../../../src/ssh/transfer/remoteShell';

/** Lets a run begin that has nothing to be sent. */
export const letRun = (remote: Remote, id: string, signal: AbortSignal): Promise<void> =>
  runScript(remote, letRunScript(id), { signal });
