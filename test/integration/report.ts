import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * What the suite in an extension host says to its runner: one JSON object a line over a loopback connection. `next` asks
 * for a file of tests, and `end` sums up all files that this host was given.
 */
export type Report = { kind: 'line'; text: string } | { kind: 'next' } | ({ kind: 'end' } & Outcome);

/** The runner's answer to `next`; without a file there is none left. */
export interface NextFile {
  file?: string;
}

export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

export interface ReportReceiver {
  /** The port the suite connects to. */
  port: number;
  /** The outcome, or undefined when the suite's connection closed without one. */
  outcome: Promise<Outcome | undefined>;
  close(): void;
}

/** Listens for one suite's report. @param nextFile gives out each file of tests once */
export async function receiveReport(
  onLine: (text: string) => void,
  nextFile: () => string | undefined,
): Promise<ReportReceiver> {
  let settle: (outcome: Outcome | undefined) => void;
  const outcome = new Promise<Outcome | undefined>((resolve) => (settle = resolve));
  const read = (socket: Socket, report: Report): void => {
    switch (report.kind) {
      case 'line':
        onLine(report.text);
        break;
      case 'next': {
        const file = nextFile();
        const answer: NextFile = file === undefined ? {} : { file };
        socket.write(`${JSON.stringify(answer)}\n`);
        break;
      }
      case 'end':
        settle(report);
    }
  };
  const server = createServer((socket) => {
    createInterface(socket).on('line', (text) => read(socket, JSON.parse(text) as Report));
    socket.on('error', () => undefined);
    socket.on('close', () => settle(undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    outcome,
    close: () => server.close(),
  };
}
