import { execFileSync } from 'node:child_process';

/**
 * Writes a program that can be run at once. Another process writes it: what this one starts meanwhile would have the file
 * open for writing, and Linux doesn't run such a program ("text file busy").
 */
export function writeProgram(file: string, script: string): void {
  execFileSync('/bin/sh', ['-c', 'cat > "$1" && chmod 755 "$1"', 'sh', file], { input: script });
}
