import { setTimeout as delay } from 'node:timers/promises';
import { plainText } from '../api/plainText';
import { runProgram, type RunOptions, type RunResult } from './runSsh';

/**
 * What became of a login:
 * - `ok`: a command ran on the machine; `remote_failed`: the login worked, the command did not;
 * - `permission_denied`: no key was accepted (it may still be on its way to the machine);
 * - `host_key_changed`: not the key that this instance had before; `host_key_unknown`: refused for another reason;
 * - `bad_permissions`, `bad_config`: ssh does not accept a config file; `no_ssh`: there is no ssh program here;
 * - `refused`, `timeout`, `unreachable`, `dns`, `closed`: no connection; `aborted`; `failed`: anything else.
 */
export type LoginStatus =
  | 'ok'
  | 'remote_failed'
  | 'permission_denied'
  | 'host_key_changed'
  | 'host_key_unknown'
  | 'bad_permissions'
  | 'bad_config'
  | 'no_ssh'
  | 'refused'
  | 'timeout'
  | 'unreachable'
  | 'dns'
  | 'closed'
  | 'aborted'
  | 'failed';

export interface LoginResult {
  status: LoginStatus;
  /** What ssh said last, in one line without control characters. */
  detail: string;
  /** Of the key that the machine showed when it was not the expected one, such as `SHA256:…`. */
  hostKeyFingerprint?: string;
}

export interface LoginOptions extends RunOptions {
  /** Arguments of ssh up to and with the host, see `sshArguments`. */
  args: readonly string[];
  run?: (args: readonly string[], options: RunOptions) => Promise<RunResult>;
}

/** Nothing is asked, and nothing of the person's own config can stand in for the command or for the login. */
export const quietOptions: readonly string[] = [
  '-T',
  ...[
    'BatchMode=yes',
    'ConnectTimeout=15',
    'ControlPath=none',
    'RemoteCommand=none',
    'LogLevel=INFO',
  ].flatMap((option) => ['-o', option]),
];

/** Logs in with the real ssh, without ever asking anything, and runs `true` there. Never throws for a failed login. */
export async function checkLogin(options: LoginOptions): Promise<LoginResult> {
  const { args, run = runProgram, signal, timeoutMs = 40_000 } = options;
  if (signal?.aborted) return { status: 'aborted', detail: '' };
  const result = await run([...quietOptions, ...args, 'true'], { ...options, timeoutMs });
  if (signal?.aborted) return { status: 'aborted', detail: '' };
  const fingerprint = /fingerprint for the .* key sent by the remote host is\s+(\S+)/.exec(
    result.stderr,
  )?.[1];
  return {
    status: classify(result),
    detail: lastLine(result.stderr),
    ...(fingerprint === undefined ? {} : { hostKeyFingerprint: fingerprint.replace(/\.$/, '') }),
  };
}

export interface RetryOptions extends LoginOptions {
  /** How long a key may take to arrive on the machine, in milliseconds. */
  keyArrivalMs?: number;
  now?: () => number;
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Told before each new try. */
  onRetry?: (result: LoginResult) => void;
}

/** {@link checkLogin}, with `permission_denied` tried again while a key may still be arriving (60 s). */
export async function waitForLogin(options: RetryOptions): Promise<LoginResult> {
  const { keyArrivalMs = 60_000, now = Date.now, sleep = realSleep } = options;
  const deadline = now() + keyArrivalMs;
  for (;;) {
    const result = await checkLogin(options);
    if (result.status !== 'permission_denied' || now() >= deadline) return result;
    options.onRetry?.(result);
    await sleep(3000, options.signal);
  }
}

const patterns: readonly [RegExp, LoginStatus][] = [
  [/REMOTE HOST IDENTIFICATION HAS CHANGED/, 'host_key_changed'],
  [/Host key verification failed|No .* host key is known/, 'host_key_unknown'],
  [/Bad owner or permissions on/, 'bad_permissions'],
  [
    /Bad configuration option|terminating, \d+ bad configuration|line \d+: |Can't open user config file/,
    'bad_config',
  ],
  [/Permission denied \(|Too many authentication failures/, 'permission_denied'],
  [/Could not resolve hostname/, 'dns'],
  [/Connection refused/, 'refused'],
  [/timed out/, 'timeout'],
  [/No route to host|Network is unreachable/, 'unreachable'],
  [/Connection (to .* )?(closed|reset)|kex_exchange_identification|banner exchange/, 'closed'],
];

/** ssh itself ends with 255; any other code comes from the command on the machine. */
export function classify(result: RunResult): LoginStatus {
  if (result.missing) return 'no_ssh';
  if (result.timedOut) return 'timeout';
  if (result.code === 0) return 'ok';
  if (result.code !== null && result.code !== 255) return 'remote_failed';
  return patterns.find(([pattern]) => pattern.test(result.stderr))?.[1] ?? 'failed';
}

/** What ssh said last, which may quote the machine: one harmless line. */
export function lastLine(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return plainText(lines.at(-1) ?? '', 500);
}

/** Ends early when aborted; the next look at the signal tells. */
async function realSleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined);
}
