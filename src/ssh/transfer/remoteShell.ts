import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { throwIfCancelled } from '../../api/cancelled';
import { LocalError } from '../../api/localError';
import { isMissing, sshIsMissing } from '../errors';
import { sshFailed } from '../run/pipedSsh';
import { lastLine } from '../run/sshOutput';
import { type Command, commandOf } from '../run/command';
import type { SharedConnections } from '../run/sharedConnections';
import { type AliasCommand, sshArguments } from '../run/sshCommand';

/** How to reach a machine: an ssh program and our entry for it. */
export interface Remote extends AliasCommand {
  program: string;
  /** A machine whose key isn't known is no longer trusted at first sight. */
  isKnown?: true;
  /** Lets scripts that follow each other use one login. */
  connections?: SharedConnections;
}

/** Resolves once a chunk was taken. */
export type Write = (chunk: Uint8Array) => Promise<void>;

export interface ScriptOptions {
  signal: AbortSignal;
  /** Writes the standard input of the script; each write waits until ssh has taken it. */
  input?: (write: Write) => Promise<void>;
  /** Gets the standard output of the script, without what startup files print. */
  output?: (chunk: Buffer) => void | Promise<void>;
}

/** Whether what was asked for has happened isn't known. */
export class LostConnection extends LocalError {}

/** The exit code of a script that found another copy at work in its folder. */
export const busyCode = 75;
/** The exit code of a script on a machine that ends itself. */
export const endingCode = 76;
const errorsKept = 4000;

/**
 * Runs a POSIX shell script on a machine, whatever the login shell is: the script is one argument of it, without a
 * character that a shell changes.
 *
 * @throws LocalError when ssh or the script fails, CancelledError when the signal was aborted
 */
export async function runScript(remote: Remote, script: string, options: ScriptOptions): Promise<void> {
  const mark = `gpu-rental-${randomBytes(9).toString('hex')}`;
  // In two parts, so that an echo of the command isn't taken for the mark.
  const whole = `LC_ALL=C; export LC_ALL\nprintf '%s%s\\n' '${mark.slice(0, 8)}' '${mark.slice(8)}'\n${script}`;
  const encoded = Buffer.from(whole).toString('base64');
  const command = `sh -c 'eval "$(echo ${encoded} | base64 -d)"'`;
  const quiet = ['-T', '-o', 'LogLevel=ERROR', '-o', 'ClearAllForwardings=yes', '-o', 'BatchMode=yes'];
  throwIfCancelled(options.signal);
  const use = await remote.connections?.use(remote.program, remote, options.signal);
  let isBroken = false;
  try {
    throwIfCancelled(options.signal);
    const known = remote.isKnown ? ['-o', 'StrictHostKeyChecking=yes'] : [];
    const args = [...quiet, ...known, ...(use?.args ?? []), ...sshArguments(remote), '--', command];
    await runMarked(commandOf(remote.program, args), mark, options);
  } catch (error) {
    isBroken = error instanceof LostConnection;
    throw error;
  } finally {
    use?.end(isBroken);
  }
}

/** Runs ssh for a script whose output begins after the mark. */
async function runMarked(ssh: Command, mark: string, options: ScriptOptions): Promise<void> {
  const child = spawn(ssh.file, ssh.args, { ...ssh.options, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-errorsKept);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(isMissing(error) ? sshIsMissing() : error));
    child.once('close', resolve);
  });
  const stop = (): void => {
    child.kill('SIGKILL');
    // A shared connection has them too, for as long as the script goes on there.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  options.signal.addEventListener('abort', stop);
  // A window that is closed leaves no ssh behind.
  process.once('exit', stop);
  try {
    const [code] = await Promise.all([
      ended,
      feed(child, options.input),
      readAfter(mark, child.stdout, options.output),
    ]);
    throwIfCancelled(options.signal);
    if (code !== 0) throw failure(code, said);
  } catch (error) {
    stop();
    throwIfCancelled(options.signal);
    throw error;
  } finally {
    options.signal.removeEventListener('abort', stop);
    process.off('exit', stop);
  }
}

/** Runs a script like `runScript` and returns what it prints. */
export async function readScript(
  remote: Remote,
  script: string,
  options: Omit<ScriptOptions, 'output'>,
): Promise<string> {
  const chunks: Buffer[] = [];
  await runScript(remote, script, { ...options, output: (chunk) => void chunks.push(chunk) });
  return Buffer.concat(chunks).toString();
}

/** Ends the input of a script that failed: its exit code says why. */
const over = new Error('The script has ended.');

/** Writes the input. A script that ended before it has read everything says why by its exit code. */
async function feed(child: ChildProcessWithoutNullStreams, input: ScriptOptions['input']): Promise<void> {
  const { stdin } = child;
  let isOpen = true;
  stdin.on('error', () => (isOpen = false));
  stdin.on('close', () => (isOpen = false));
  const write = async (chunk: Uint8Array): Promise<void> => {
    if (child.exitCode || child.signalCode) throw over;
    if (isOpen && !stdin.write(chunk)) await drained(stdin);
  };
  await input?.(write).catch((error: unknown) => {
    if (error !== over) throw error;
  });
  stdin.end();
}

function drained(stdin: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stdin.off('drain', done).off('close', done);
      resolve();
    };
    stdin.on('drain', done).on('close', done);
  });
}

async function readAfter(
  mark: string,
  stdout: AsyncIterable<Buffer>,
  output: ScriptOptions['output'],
): Promise<void> {
  const line = Buffer.from(`${mark}\n`);
  let before: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of stdout) {
    if (before === undefined) {
      await output?.(chunk);
      continue;
    }
    before = Buffer.concat([before, chunk]);
    const at = before.indexOf(line);
    if (at < 0) continue;
    const rest = before.subarray(at + line.length);
    before = undefined;
    if (rest.length > 0) await output?.(rest);
  }
}

function failure(code: number | null, said: string): LocalError {
  const words = lastLine(said);
  if (/No space left on device|Disk quota exceeded/i.test(said))
    return new LocalError(
      'not_possible',
      l10n.t('The disk of the machine is full. Nothing was changed there.'),
    );
  if (code === busyCode)
    return new LocalError(
      'may_pass',
      l10n.t(
        'The same copy is already running, in another window, or it broke off and the machine hasn’t noticed yet.',
      ),
    );
  if (code === endingCode)
    return new LocalError(
      'may_pass',
      l10n.t('The machine is being stopped after its last run. Start the run again once it has stopped.'),
    );
  if (code === sshFailed || code === null)
    return new LostConnection(
      'may_pass',
      l10n
        .t('The connection to the machine was lost. Copy again to continue where it stopped. {0}', words)
        .trim(),
    );
  return new LocalError('may_pass', l10n.t('The machine reported: {0}', words || String(code)));
}

export const alreadyCopying = (): LocalError =>
  new LocalError('may_pass', l10n.t('The same copy is already running, in another window.'));

/** A text as one word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
