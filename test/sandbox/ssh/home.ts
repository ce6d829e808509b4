import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the home of an instance unless it is there: start files that begin in it, for sshd itself begins in the home of
 * the user's account, and prompts with this name.
 */
export function makeHome(home: string, name: string): void {
  if (existsSync(home)) return;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  // Only the shell that sshd starts: the others begin where somebody has started them.
  const begin = '[ "${SHLVL:-1}" -gt 1 ] || cd';
  const files = {
    // The shell of a terminal, and in bash also of a single command.
    '.bashrc': [begin, `PS1='\\u@${name}:\\w\\$ '`],
    '.profile': [`if [ -n "$BASH" ]; then . ~/.bashrc; else cd; PS1="$(id -un)@${name}$ "; fi`],
    '.zshenv': [begin],
    '.zshrc': [`PROMPT='%n@${name}:%~%# '`],
  };
  for (const [file, lines] of Object.entries(files))
    writeFileSync(join(home, file), `${lines.join('\n')}\n`, { mode: 0o600 });
}
