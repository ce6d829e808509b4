import type { SpawnOptions } from 'node:child_process';

/** What `spawn` takes to start a program. */
export interface Command {
  file: string;
  args: readonly string[];
  options: Pick<SpawnOptions, 'windowsVerbatimArguments' | 'windowsHide'>;
}

/**
 * How to start a program with these arguments. Windows starts a script (`.bat`, `.cmd`) only through its shell, which
 * Node refuses to do by itself. The program may be such a script where `remote.SSH.path` names one.
 *
 * @throws Error for an argument that no script can get: one of several lines
 */
export function commandOf(
  program: string,
  args: readonly string[],
  {
    platform = process.platform,
    env = process.env,
  }: { platform?: NodeJS.Platform; env?: Readonly<Record<string, string | undefined>> } = {},
): Command {
  if (platform !== 'win32' || !/\.(bat|cmd)$/i.test(program))
    return { file: program, args, options: { windowsHide: true } };
  if (args.some((arg) => /[\r\n]/.test(arg)))
    throw new Error(`${program} can’t get an argument of several lines`);
  const line = [program, ...args].map((word) => escaped(quoteForWindows(word, true))).join(' ');
  return {
    file: env.ComSpec ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    options: { windowsHide: true, windowsVerbatimArguments: true },
  };
}

/** The rules of the C runtime: backslashes before a quote, or before the closing one, are doubled. */
export function quoteForWindows(arg: string, always = false): string {
  if (!always && /^[A-Za-z0-9_@+=:,./\\-]+$/.test(arg)) return arg;
  return `"${arg.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
}

/** For cmd.exe, so that it takes none of these as its own. */
function escaped(text: string): string {
  return text.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}
