import { plainText } from '../../api/plainText';

/** The last message of ssh or the machine, without ssh's own log: one harmless line. */
export function lastLine(text: string): string {
  return plainText(text.split(/\r?\n/).findLast(isOwnWord) ?? '', 500);
}

/** Whether a line of ssh's stderr is more than log output of a higher `LogLevel`. */
export function isOwnWord(line: string): boolean {
  return (
    line.trim() !== '' &&
    !/^(debug\d:|OpenSSH_|Authenticated to |Authenticating to |Transferred:|Bytes per second|Warning: Permanently added )/.test(
      line,
    )
  );
}

/** Whether ssh, with `LogLevel=VERBOSE` or more, reported a successful login. */
export function wasLetIn(stderr: string): boolean {
  return /^(debug1: )?Authenticated to /m.test(stderr);
}
