import { runProgram, type RunOptions, type RunResult } from '../run/runSsh';

/** Runs a program; tests and the diagnosis pass their own. */
export type Run = (args: readonly string[], options?: RunOptions) => Promise<RunResult>;

/** The config that ssh itself reports for a host (`ssh -G`), or why it refuses. */
export type EffectiveConfig =
  | {
      /** The first value of an option, by its lowercase name. */
      value: (option: string) => string | undefined;
      all: (option: string) => string[];
    }
  | { refused: string; missing: boolean };

/** Whether ssh reaches the host through another one, or by a command: its address says nothing from here then. */
export const isProxied = (config: EffectiveConfig): boolean =>
  'value' in config &&
  ['proxyjump', 'proxycommand'].some((option) => !/^(none)?$/i.test(config.value(option) ?? ''));

/** `args` are the arguments of ssh up to and with the host, see `sshArguments`. Connects to nothing. */
export async function effectiveConfig(
  args: readonly string[],
  run: Run = runProgram,
): Promise<EffectiveConfig> {
  // A program that can't be started says nothing about a file.
  const result = await run(['-G', '-T', ...args], { timeoutMs: 10_000 }).catch(() => undefined);
  if (!result) return { refused: '', missing: true };
  if (result.code !== 0) return { refused: result.stderr.trim(), missing: result.missing };
  const lines = result.stdout.split(/\r?\n/);
  const all = (option: string): string[] =>
    lines.filter((line) => line.startsWith(`${option} `)).map((line) => line.slice(option.length + 1));
  return { all, value: (option) => all(option)[0] };
}
