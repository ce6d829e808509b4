import * as l10n from '@vscode/l10n';
import type { Forwarding, LoginResult } from './login/login';
import type { Machine, ShellTrouble } from './machine';

/** A problem that keeps a remote window from working. */
export interface Problem {
  id: string;
  /** Whether the window is certain to fail. Otherwise the person may open it anyway. */
  stops: boolean;
  /** What is wrong, in a sentence. */
  message: string;
  /** What the person can do. */
  remedy: string;
}

/** What the server of a remote window needs: glibc 2.28, and space to unpack. */
const oldestGlibc = [2, 28] as const;
const hardlyAnySpace = 50 * 1024 * 1024;
const enoughSpace = 500 * 1024 * 1024;

/** Problems for a window on the machine, according to a login; the worst first. */
export function problemsOf(result: LoginResult, forwarding: Forwarding, alias: string): Problem[] {
  if (result.status === 'remote_failed') return [shellProblem(result.trouble ?? 'forced', alias)];
  return result.machine ? machineProblems(result.machine, forwarding, alias) : [];
}

const problem =
  (stops: boolean) =>
  (applies: boolean, id: string, message: string, remedy: string): Problem[] =>
    applies ? [{ id, stops, message, remedy }] : [];
const stop = problem(true);
const warn = problem(false);

/** What a machine can lack: first what stops a window, then what is only a warning. */
function machineProblems(
  { programs, libc, freeBytes }: Machine,
  forwarding: Forwarding,
  alias: string,
): Problem[] {
  const has = (name: (typeof programs)[number]): boolean => programs.includes(name);
  const version = libc?.version ?? '';
  const free = freeBytes ?? Infinity;
  const space = String(Math.floor(free / (1024 * 1024)));
  return [
    ...stop(
      !has('bash'),
      'bash',
      l10n.t('{0} has no bash, which a remote window needs.', alias),
      l10n.t('Install bash there, for example with "apt-get install bash" or "apk add bash".'),
    ),
    ...stop(
      !has('tar'),
      'tar',
      l10n.t('{0} has no tar, which a remote window needs.', alias),
      l10n.t('Install tar there, for example with "apt-get install tar".'),
    ),
    ...stop(
      free < hardlyAnySpace,
      'fullDisk',
      l10n.t('The disk of {0} is full ({1} MB free).', alias, space),
      l10n.t('Open a terminal there and delete files you don’t need.'),
    ),
    ...stop(
      forwarding === 'forbidden',
      'forwarding',
      l10n.t('{0} doesn’t allow port forwarding, which a remote window needs.', alias),
      l10n.t('Set AllowTcpForwarding to yes in its /etc/ssh/sshd_config and restart its SSH server.'),
    ),
    ...warn(
      !has('curl') && !has('wget'),
      'download',
      l10n.t('{0} has neither curl nor wget.', alias),
      l10n.t(
        'Install one of them there. Without them, some SSH extensions download the server on this computer and copy it there.',
      ),
    ),
    ...warn(
      libc?.kind === 'glibc' && isOlder(version, oldestGlibc),
      'oldGlibc',
      l10n.t('{0} has glibc {1}, but a remote window needs 2.28 or later.', alias, version),
      l10n.t('Rent with a newer image, such as Ubuntu 20.04, Debian 10, or later.'),
    ),
    ...warn(
      libc?.kind === 'musl',
      'musl',
      l10n.t('{0} runs Alpine Linux or another system with musl.', alias),
      l10n.t('Not every SSH extension supports it. Rent with a Debian or Ubuntu image.'),
    ),
    ...warn(
      free >= hardlyAnySpace && free < enoughSpace,
      'littleSpace',
      l10n.t('The disk of {0} has only {1} MB left.', alias, space),
      l10n.t('A remote window needs about 500 MB the first time. Delete files you don’t need.'),
    ),
  ];
}

/** The login worked, but our command didn't run. */
function shellProblem(trouble: ShellTrouble, alias: string): Problem {
  const fails = (message: string, remedy: string): Problem => ({ id: trouble, stops: true, message, remedy });
  switch (trouble) {
    case 'multiplexer':
      return fails(
        l10n.t('{0} starts tmux or screen at every login, so a window can’t open.', alias),
        l10n.t('Open a terminal there, run "touch ~/.no_auto_tmux", and connect again.'),
      );
    case 'replaced':
      return fails(
        l10n.t('A shell startup file on {0} starts another shell with exec, so a window can’t open.', alias),
        l10n.t(
          'Open a terminal there and change ~/.bashrc or ~/.profile so that exec runs only in interactive shells.',
        ),
      );
    case 'hangs':
      return fails(
        l10n.t('The shell on {0} doesn’t respond.', alias),
        l10n.t(
          'A shell startup file there waits for something. Open a terminal and check ~/.bashrc and ~/.profile.',
        ),
      );
    case 'forced':
      return fails(
        l10n.t('{0} doesn’t run commands at login, so a window can’t open.', alias),
        l10n.t(
          'Look for ForceCommand in its sshd_config, for command= in ~/.ssh/authorized_keys, and for exit in a shell startup file.',
        ),
      );
  }
}

function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
  const [a = 0, b = 0] = version.split('.').map(Number);
  return a < major || (a === major && b < minor);
}
