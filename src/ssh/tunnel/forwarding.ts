import { quietOptions, type LoginOptions } from '../login/login';
import { runProgram } from '../run/runSsh';

/** Whether a machine lets ssh forward ports; `unknown` if that couldn't be checked. */
export type Forwarding = 'allowed' | 'forbidden' | 'unknown';

/** Requests one connection to the machine's own SSH port, like a remote window does for its port. Never throws. */
export async function checkForwarding(options: LoginOptions): Promise<Forwarding> {
  const { args, run = runProgram, timeoutMs = 20_000 } = options;
  if (options.signal?.aborted) return 'unknown';
  // An input that is there and closed: with none, the ssh 7.7 of Windows reads for ever.
  const asked = run([...quietOptions, '-W', 'localhost:22', ...args], { ...options, timeoutMs, input: '' });
  // Without an answer the result is `unknown`.
  const result = await asked.catch(() => undefined);
  if (!result) return 'unknown';
  const { stdout, stderr } = result;
  const refusal = /open failed: (.*)/.exec(stderr)?.[1];
  if (refusal?.startsWith('administratively prohibited')) return 'forbidden';
  // The machine itself found that nothing listens there, so forwarding is allowed.
  return stdout.startsWith('SSH-') || refusal?.startsWith('connect failed') ? 'allowed' : 'unknown';
}
