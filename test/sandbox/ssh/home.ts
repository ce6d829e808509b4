import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programsIn } from './nvidiaSmi';
import { environmentFileIn, ownEnvironmentIn } from './onstart';

/**
 * Makes the home of an instance unless it is there: start files that begin in it, for sshd itself begins in the home of
 * the user's account, and prompts with this name.
 */
export function makeHome(home: string, name: string): void {
  if (existsSync(home)) return;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  // Only the shell that sshd starts: the others begin where somebody has started them.
  const begin = `[ "\${SHLVL:-1}" -gt 1 ] || { cd; ${readVariables(dirname(home))}; }`;
  const files = {
    // The shell of a terminal, and in bash also of a single command.
    '.bashrc': [begin, `PS1='\\u@${name}:\\w\\$ '`],
    '.profile': [
      // What a login shell reads first sets it anew.
      `PATH='${programsIn(dirname(home))}':$PATH`,
      `if [ -n "$BASH" ]; then . ~/.bashrc; else cd; ${readVariables(dirname(home))}; PS1="$(id -un)@${name}$ "; fi`,
    ],
    '.zshenv': [begin],
    '.zshrc': [`PROMPT='%n@${name}:%~%# '`],
  };
  for (const [file, lines] of Object.entries(files))
    writeFileSync(join(home, file), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** A shell command that takes over the variables of the instance, as PAM reads the system's file. */
function readVariables(folder: string): string {
  const files = [ownEnvironmentIn(folder), environmentFileIn(folder)].map((file) => `'${file}'`).join(' ');
  return [
    `for gpu_f in ${files}; do [ -r "$gpu_f" ] || continue`,
    'while IFS= read -r gpu_l || [ -n "$gpu_l" ]; do case $gpu_l in [A-Za-z_]*=*) gpu_v=${gpu_l#*=}',
    // A quote at the beginning is taken off, with one at the end.
    `case $gpu_v in [\\"\\']*) gpu_v=\${gpu_v#?}; gpu_v=\${gpu_v%[\\"\\']};; esac`,
    'export "${gpu_l%%=*}=$gpu_v";; esac',
    'done < "$gpu_f"; done; unset gpu_f gpu_l gpu_v',
  ].join('; ');
}
