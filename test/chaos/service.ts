import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Sandbox } from '../sandbox';
import { drawsOf } from './draws';
import { type Carried, type Weather, Wire } from './wire';

/** What a window host may ask for; the same over HTTP. Times are milliseconds that have passed since `begin`. */
export interface ServiceSide {
  /** A service of its own for a run. */
  begin(seed: number, isWithSsh: boolean): Promise<Begun>;
  weather(weather: Weather): void;
  /** Which share of rentals loses its answer whatever the weather, 0 to 1. */
  loseRentals(share: number): void;
  away(isAway: boolean): Promise<void>;
  /** Lets the service's clock follow the computer's. */
  follow(passed: number): Promise<void>;
  carried(): Carried[];
  end(): Promise<void>;
}

export interface Begun {
  /** Where windows reach the service, through the wire. */
  url: string;
  /** The sandbox itself, for its control. */
  sandboxUrl: string;
  apiKey: string;
  sshUser: string;
}

/** The service of the runs of one window host, in the process that started that host. */
export async function startService(
  sshd: boolean,
): Promise<{ port: number; wireUrl: string; close: () => Promise<void> }> {
  const wire = new Wire();
  const wireUrl = await wire.open();
  let sandbox: Sandbox | undefined;
  const end = async (): Promise<void> => {
    await sandbox?.close();
    sandbox = undefined;
  };
  const side: ServiceSide = {
    begin: async (seed, isWithSsh) => {
      await end();
      const made = await createSandbox({ seed, offers: 150, sshd: sshd && isWithSsh, bootSeconds: 40 });
      sandbox = made;
      wire.begin({
        app: made.app,
        advance: (seconds) => made.control.advance(seconds),
        random: drawsOf(seed, 'wire'),
      });
      await wire.setAway(false);
      return { url: wireUrl, sandboxUrl: made.url, apiKey: made.apiKey, sshUser: made.sshUser };
    },
    weather: (weather) => wire.setWeather(weather),
    loseRentals: (share) => wire.loseRentals(share),
    away: (isAway) => wire.setAway(isAway),
    follow: (passed) => wire.follow(passed),
    carried: () => wire.carried,
    end,
  };
  const methods = new Map<string, (...args: never[]) => unknown>(Object.entries(side));
  const server = createServer((request, response) => {
    const answer = async (): Promise<string> => {
      let text = '';
      for await (const part of request) text += String(part);
      const method = methods.get(request.url?.slice(1) ?? '');
      const result: unknown = await method?.(...(JSON.parse(text) as never[]));
      return JSON.stringify(result ?? null);
    };
    answer().then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    wireUrl,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await wire.shut();
      await end();
    },
  };
}
