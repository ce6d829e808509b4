import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

/** What the suite in the extension host says to its runner: one JSON object a line over a loopback connection. */
export type Report = { kind: 'line'; text: string } | ({ kind: 'end' } & Outcome);

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

/** Listens for one suite's report. */
export async function receiveReport(onLine: (text: string) => void): Promise<ReportReceiver> {
  let settle: (outcome: Outcome | undefined) => void;
  const outcome = new Promise<Outcome | undefined>((resolve) => (settle = resolve));
  const server = createServer((socket) => {
    createInterface(socket).on('line', (text) => {
      const report = JSON.parse(text) as Report;
      if (report.kind === 'line') onLine(report.text);
      else settle(report);
    });
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
