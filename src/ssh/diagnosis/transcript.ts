import { classify, type LoginStatus } from '../login';
import type { RunResult } from '../runSsh';

/** What `ssh -v` told about one login. */
export interface Transcript {
  status: LoginStatus;
  /** Fingerprint of the key that the machine showed, such as `SHA256:…`. */
  hostKey: string | undefined;
  /** Fingerprints of the keys that ssh offered, in their order. */
  offered: string[];
  /** The last thing that ssh itself said. */
  lastWords: string;
  authenticated: boolean;
}

export function readTranscript(result: RunResult): Transcript {
  const lines = result.stderr.split(/\r?\n/);
  const last = lines.findLast(
    (line) => line.trim() !== '' && !/^(debug\d:|OpenSSH_|Transferred:|Bytes per)/.test(line),
  );
  return {
    status: classify(result),
    hostKey: fingerprint(lines.find((line) => line.includes('Server host key:'))),
    offered: [
      ...new Set(
        lines
          .filter((line) => line.includes('Offering public key:'))
          .flatMap((line) => fingerprint(line) ?? []),
      ),
    ],
    lastWords: last ?? '',
    authenticated: lines.some((line) => /^(debug1: )?Authenticated to /.test(line)),
  };
}

function fingerprint(line: string | undefined): string | undefined {
  return /SHA256:[A-Za-z0-9+/]+/.exec(line ?? '')?.[0];
}
