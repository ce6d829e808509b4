import { StringDecoder } from 'node:string_decoder';
import { quoted, type Remote, runScript } from '../transfer/remoteShell';

/** Characters of an output that are kept: its end. */
const longestOutput = 2_000_000;

/**
 * Runs a command as a login would, in the home folder, and resolves to what it prints, both streams as one, and its exit
 * code. It gets no input.
 *
 * @throws LocalError when ssh fails, CancelledError when the signal was aborted
 */
export async function readCommand(
  remote: Remote,
  command: string,
  signal: AbortSignal,
): Promise<{ output: string; exitCode: number }> {
  const script = `cd ~; "\${SHELL:-sh}" -lc ${quoted(command)} 2>&1 </dev/null\nprintf '\\n%s' "$?"\n`;
  const decoder = new StringDecoder('utf8');
  let said = '';
  await runScript(remote, script, {
    signal,
    output: (chunk) => void (said = (said + decoder.write(chunk)).slice(-longestOutput)),
  });
  const end = said.lastIndexOf('\n');
  return { output: said.slice(0, end), exitCode: Number(said.slice(end + 1)) };
}
