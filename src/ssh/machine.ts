import { randomBytes } from 'node:crypto';

/** Programs that the server of a remote window needs. */
const programs = ['bash', 'tar', 'curl', 'wget'] as const;
export type Program = (typeof programs)[number];

/** What a machine reported about itself. Missing facts are undefined. */
export interface Machine {
  programs: readonly Program[];
  libc?: { kind: 'glibc' | 'musl'; version: string } | undefined;
  /** Free space of the home folder's disk, in bytes. */
  freeBytes?: number | undefined;
  /** Absolute path of the login's home folder. */
  home?: string | undefined;
}

/**
 * Why our command didn't run although the login worked: `multiplexer`: tmux or screen starts at every login;
 * `replaced`: a startup file started another shell; `forced`: something else ran, or nothing; `hangs`: no answer.
 */
export type ShellTrouble = 'multiplexer' | 'replaced' | 'forced' | 'hangs';

/** A question to a machine: what to run there and how to read the output. */
export interface MachineQuestion {
  /** For any login shell (bash, zsh, fish, csh). */
  command: string;
  /** Only a shell that runs instead of our command reads this. */
  input: string;
  /** Finds the answer among the output of banners and startup files; undefined if our command didn't run. */
  read(stdout: string): Machine | undefined;
  /** Call this if `read` finds nothing. `output` is all the output, including `stderr`. */
  trouble(output: string, timedOut: boolean): ShellTrouble;
}

/**
 * One line without a quote, a backslash or `!`, so that every login shell passes it to `sh` unchanged. The marker is
 * only assembled there, so that an echo of the command isn't read as the answer.
 */
const script = [
  'echo',
  'echo "$m begin"',
  ...programs.map((name) => `command -v ${name} >/dev/null 2>&1 && echo "$m has ${name}"`),
  'echo "$m libc" $(getconf GNU_LIBC_VERSION 2>/dev/null || ldd --version 2>&1)',
  'test -e /etc/alpine-release && echo "$m alpine"',
  'echo "$m disk" $(df -Pk "$HOME" 2>/dev/null)',
  'echo "$m home $HOME"',
  'echo "$m end"',
  'exit 0',
].join('; ');

/**
 * Messages of tmux and screen without a terminal. A tmux server that ends while another tmux command connects prints
 * "server exited unexpectedly" or "no server running on …" instead.
 */
const multiplexerWords =
  /not a terminal|connected to a terminal|sessions should be nested|server exited|no server running|lost server|duplicate session|^no sessions$/im;

export function machineQuestion(random: string = randomBytes(12).toString('hex')): MachineQuestion {
  const [first, second] = [`gpu-rental-${random.slice(0, 12)}`, random.slice(12)];
  const marker = `${first}-${second}`;
  return {
    command: `sh -c 'm=${first}""-${second}; ${script}'`,
    input: `echo ${first}""-${second} stdin\n`,
    read: (stdout) => readAnswer(stdout, marker),
    trouble: (output, timedOut) => {
      if (output.includes(`${marker} stdin`)) return 'replaced';
      if (multiplexerWords.test(output)) return 'multiplexer';
      return timedOut ? 'hangs' : 'forced';
    },
  };
}

function readAnswer(stdout: string, marker: string): Machine | undefined {
  const lines = stdout.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(`${marker} `);
    return at < 0 ? [] : [line.slice(at + marker.length + 1)];
  });
  if (!lines.includes('end')) return undefined;
  const after = (word: string): string | undefined =>
    lines.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1);
  return {
    programs: programs.filter((name) => lines.includes(`has ${name}`)),
    libc: libcOf(after('libc') ?? '', lines.includes('alpine')),
    freeBytes: freeBytesOf(after('disk') ?? ''),
    home: homeOf(after('home') ?? ''),
  };
}

/** `glibc 2.36` from getconf, else the first words of `ldd --version`. */
function libcOf(text: string, isAlpine: boolean): Machine['libc'] {
  if (/\bmusl\b/i.test(text))
    return { kind: 'musl', version: /\bVersion (\d+(?:\.\d+)*)/i.exec(text)?.[1] ?? '' };
  const version = /^(?:glibc|ldd \(.*?\)) (\d+\.\d+)/i.exec(text)?.[1];
  if (version !== undefined) return { kind: 'glibc', version };
  return isAlpine ? { kind: 'musl', version: '' } : undefined;
}

/** The fourth column of `df -Pk`, in units of 1024 bytes. */
function freeBytesOf(text: string): number | undefined {
  const kilobytes = /\s\d+\s+\d+\s+(-?\d+)\s+(?:\d+%|-)\s/.exec(text)?.[1];
  return kilobytes === undefined ? undefined : Math.max(0, Number(kilobytes)) * 1024;
}

function homeOf(text: string): string | undefined {
  return /^\/[^\p{Cc}\p{Cf}]{0,1000}$/u.test(text) ? text : undefined;
}
