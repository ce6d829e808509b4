import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isOwnWord } from '../run/sshOutput';

/** Reads the log of an `ssh -N -L` with `LogLevel=DEBUG2` as it is written. */
export interface TunnelLog {
  /** Resolves when ssh itself listens on this local port. Needs `ExitOnForwardFailure`. */
  listening(port: number): Promise<void>;
  /** Resolves with the reason why the machine refused the first connection, or undefined if it accepted it. */
  answer: Promise<string | undefined>;
  /** What ssh printed besides its log. */
  said(): string;
}

export function readTunnelLog({ stderr }: ChildProcess): TunnelLog {
  let said = '';
  let triedPort = 0;
  let isListening = false;
  let onListening = (): void => undefined;
  let onAnswer: (answer: string | undefined) => void = () => undefined;
  const answer = new Promise<string | undefined>((resolve) => (onAnswer = resolve));
  if (stderr) {
    createInterface({ input: stderr }).on('line', (line) => {
      const port = /^debug1: Local forwarding listening on 127\.0\.0\.1 port (\d+)\./.exec(line)?.[1];
      if (port !== undefined) triedPort = Number(port);
      // The line above comes before the port is open; ssh prints this one only when all ports are open.
      if (triedPort > 0 && line.startsWith('debug1: Entering interactive session')) {
        isListening = true;
        onListening();
      }
      if (/^debug2: (\w+: )?channel \d+: open confirm/.test(line)) onAnswer(undefined);
      const refusal = /^channel \d+: open failed: (.*)/.exec(line)?.[1];
      if (refusal !== undefined) onAnswer(refusal);
      if (isOwnWord(line)) said = `${said}${line}\n`.slice(-10_000);
    });
  }
  return {
    answer,
    said: () => said,
    listening: (port) =>
      new Promise((resolve) => {
        onListening = () => {
          if (isListening && triedPort === port) resolve();
        };
        onListening();
      }),
  };
}
