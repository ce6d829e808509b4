import { systemClock } from '../../clock';
import { throwIfCancelled } from '../../api/cancelled';
import { type Machine, machineQuestion, type MachineQuestion, type ShellTrouble } from '../machine';
import { isOwnWord, lastLine, wasLetIn } from '../run/sshOutput';
import { pause } from './probe';
import { runProgram, type RunOptions, type RunResult } from '../run/runSsh';

/**
 * The outcome of a login:
 * - `ok`: our command ran on the machine; `remote_failed`: the login worked, the command did not run;
 * - `permission_denied`: no key was accepted (a new key may not have reached the machine yet);
 * - `too_many_keys`: ssh offered so many that the machine ended the login before the right one;
 * - `host_key_changed`: not the key that this instance had before; `host_key_unknown`: refused for another reason;
 * - `bad_permissions`, `bad_config`: ssh rejects a config file; `no_ssh`: there is no ssh program here;
 * - `refused`, `timeout`, `unreachable`, `dns`, `closed`: no connection; `failed`: anything else.
 */
export type LoginStatus =
  | 'ok'
  | 'remote_failed'
  | 'permission_denied'
  | 'too_many_keys'
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
  | 'failed';

export interface LoginResult {
  status: LoginStatus;
  /** The last message of ssh, in one line without control characters. */
  detail: string;
  /** The fingerprint of an unexpected host key, such as `SHA256:…`. */
  hostKeyFingerprint?: string;
  /** With `ok`: what the machine reported about itself. */
  machine?: Machine;
  /** With `remote_failed`: why. */
  trouble?: ShellTrouble;
  /** With `closed`: earlier tries were denied. Many servers then close connections for a while. */
  afterDenial?: boolean;
}

export interface LoginOptions extends RunOptions {
  /** Arguments of ssh up to and with the host, see `sshArguments`. */
  args: readonly string[];
  run?: (args: readonly string[], options: RunOptions) => Promise<RunResult>;
}

/** ssh asks nothing, and the person's config can replace neither the command nor the login. */
export const quietOptions: readonly string[] = [
  '-T',
  ...[
    'BatchMode=yes',
    'ConnectTimeout=15',
    'ControlPath=none',
    'RemoteCommand=none',
    'LogLevel=VERBOSE',
  ].flatMap((option) => ['-o', option]),
];

/** Logs in without asking anything and asks about the machine. Failing is a result. @throws CancelledError */
export async function checkLogin(options: LoginOptions): Promise<LoginResult> {
  const { args, run = runProgram, signal, timeoutMs = 40_000 } = options;
  throwIfCancelled(signal);
  const question = machineQuestion();
  const { command, input } = question;
  // The person's own forwardings are for their windows. If one fails, it must not end the check.
  const arguments_ = [...quietOptions, '-o', 'ClearAllForwardings=yes', ...args, command];
  const result = await run(arguments_, { ...options, timeoutMs, input });
  throwIfCancelled(signal);
  return readLogin(result, question);
}

/** The outcome of a login that ran the command of a question, with `LogLevel=VERBOSE` or more. */
export function readLogin(result: RunResult, question: MachineQuestion): LoginResult {
  const { stdout, stderr, timedOut } = result;
  const detail = lastLine(stderr);
  const machine = question.read(stdout);
  if (machine) return { status: 'ok', detail, machine };
  const status = classify(result);
  if (status === 'ok' || status === 'remote_failed' || wasLetIn(stderr)) {
    const said = lastLine(stdout) || detail;
    return {
      status: 'remote_failed',
      detail: said,
      trouble: question.trouble(`${stdout}\n${stderr}`, timedOut),
    };
  }
  const fingerprint = /fingerprint for the .* key sent by the remote host is\s+(\S+)/.exec(stderr)?.[1];
  return {
    status,
    detail,
    ...(fingerprint === undefined ? {} : { hostKeyFingerprint: fingerprint.replace(/\.$/, '') }),
  };
}

/** How long a key may take to arrive on the machine, in milliseconds. */
const keyArrivalMs = 60_000;
/** Milliseconds. OpenSSH 9.8 adds 5 s for each failed login and closes all connections from 15 s on. */
const betweenTries = 6000;

export interface RetryOptions extends LoginOptions {
  now?: () => number;
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** When the try that was denied before this wait ended, by `now`. */
  lastTry?: number;
}

/** Repeats {@link checkLogin} while a key may still arrive (60 s), also when closed after a denial. */
export async function waitForLogin(options: RetryOptions): Promise<LoginResult> {
  const { now = () => systemClock.monotonic(), sleep = pause } = options;
  const deadline = now() + keyArrivalMs;
  let wasDenied = options.lastTry !== undefined;
  let lastTry = options.lastTry;
  for (;;) {
    if (lastTry !== undefined) {
      const pause = lastTry + betweenTries - now();
      if (pause > 0) await sleep(pause, options.signal);
    }
    const result = await checkLogin(options);
    lastTry = now();
    wasDenied ||= result.status === 'permission_denied';
    const isClosed = wasDenied && result.status === 'closed';
    if (result.status !== 'permission_denied' && !isClosed) return result;
    if (lastTry + betweenTries > deadline) return isClosed ? { ...result, afterDenial: true } : result;
  }
}

/** Milliseconds between two tries of a machine whose SSH may still be starting. */
const betweenAnswers = 5000;
const noAnswer: readonly LoginStatus[] = ['refused', 'timeout', 'unreachable', 'dns', 'closed', 'failed'];

/** The machine didn't answer, so that nothing is known of the login. */
export const isUnanswered = ({ status }: LoginResult): boolean => noAnswer.includes(status);

/** Repeats {@link checkLogin} until the machine answers, be it with a refusal, or the time is over. @throws CancelledError */
export async function waitForAnswer(options: RetryOptions & { deadlineMs: number }): Promise<LoginResult> {
  const { deadlineMs, now = () => systemClock.monotonic(), sleep = pause } = options;
  const deadline = now() + deadlineMs;
  for (;;) {
    const result = await checkLogin(options);
    if (!isUnanswered(result) || now() + betweenAnswers >= deadline) return result;
    await sleep(betweenAnswers, options.signal);
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
  [/Too many authentication failures/, 'too_many_keys'],
  [/Permission denied \(/, 'permission_denied'],
  [/Could not resolve hostname/, 'dns'],
  [/Connection refused/, 'refused'],
  [/timed out/, 'timeout'],
  // With the words of Windows.
  [/No route to host|(Network|Host) (is )?(unreachable|down)/, 'unreachable'],
  [/Connection (to .* )?(closed|reset)|kex_exchange_identification|banner exchange/, 'closed'],
];

/** ssh itself exits with 255; any other code comes from the command on the machine. */
export function classify(result: RunResult): LoginStatus {
  if (result.missing) return 'no_ssh';
  if (result.timedOut) return 'timeout';
  if (result.code === 0) return 'ok';
  if (result.code !== null && result.code !== 255) return 'remote_failed';
  // With `-v`, ssh names lines of the config files it reads. Those aren't errors.
  const said = result.stderr.split(/\r?\n/).filter(isOwnWord).join('\n');
  return patterns.find(([pattern]) => pattern.test(said))?.[1] ?? 'failed';
}

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
