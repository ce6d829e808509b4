import { classify, type LoginStatus } from '../login/login';
import type { RunResult } from '../run/runSsh';
import { isOwnWord, wasLetIn } from '../run/sshOutput';

/** What `ssh -v` logged about one login. */
export interface Transcript {
  status: LoginStatus;
  /** Fingerprint of the key that the machine showed, such as `SHA256:…`. */
  hostKey: string | undefined;
  /** Fingerprints of the keys that ssh offered, in their order. */
  offered: string[];
  /** The last message of ssh itself. */
  lastWords: string;
  authenticated: boolean;
}

export function readTranscript(result: RunResult): Transcript {
  const lines = result.stderr.split(/\r?\n/);
  const last = lines.findLast(isOwnWord);
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
    authenticated: wasLetIn(result.stderr),
  };
}

function fingerprint(line: string | undefined): string | undefined {
  return /SHA256:[A-Za-z0-9+/]+/.exec(line ?? '')?.[0];
}
