/** A machine that one of the accounts offers as a host. */
export interface HostedMachine {
  machineId: number;
  accountId: number;
  /** Scheduled maintenance: epoch seconds and length in hours. */
  windows: { start: number; hours: number }[];
}

/** What a renter told of a machine. */
export interface Report {
  problem: string;
  message: string;
  /** Epoch seconds. */
  created_at: number;
}

/** Which machines belong to which account, and their scheduled maintenance. */
export class Hosting {
  readonly #machines = new Map<number, HostedMachine>();
  readonly #reports = new Map<number, Report[]>();

  report(machineId: number, report: Report): void {
    this.#reports.set(machineId, [...this.reports(machineId), report]);
  }

  reports(machineId: number): readonly Report[] {
    return this.#reports.get(machineId) ?? [];
  }

  /** Makes the account the host of a machine with `windows` scheduled maintenance windows. */
  add(machineId: number, accountId: number, windows: HostedMachine['windows']): void {
    this.#machines.set(machineId, { machineId, accountId, windows });
  }

  find(machineId: number, accountId: number): HostedMachine | undefined {
    const hosted = this.#machines.get(machineId);
    return hosted?.accountId === accountId ? hosted : undefined;
  }
}
