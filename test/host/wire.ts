import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a port of this computer that can be long, stall, or be cut. */
export interface Wire {
  port: number;
  /** `stalled`: nothing arrives, and nobody hears of it; `cut`: every connection is reset. */
  state: 'open' | 'stalled' | 'cut';
  /** How many connections it still takes before it is cut. */
  takes: number;
  close(): void;
}

/** @param to the port at the other end when somebody connects @param delay one way, in milliseconds */
export async function startWire(to: () => number | undefined, delay = 0): Promise<Wire> {
  const sockets = new Set<Socket>();
  let state: Wire['state'] = 'open';
  let takes = Infinity;
  /** What waits until a stall is over. */
  let waiting: (() => void)[] = [];
  const pass = (from: Socket, into: Socket): void => {
    const deliver = (act: () => void): void => {
      if (state === 'stalled') waiting.push(act);
      else act();
    };
    const later = (act: () => void): void => {
      if (delay === 0) deliver(act);
      else setTimeout(() => deliver(act), delay);
    };
    let under = 0;
    from.on('data', (chunk: Buffer) => {
      // As much may be under way as a line of 1 Gbit/s holds for a moment.
      under += chunk.length;
      if (under > 16 * 1024 * 1024) from.pause();
      later(() =>
        into.write(chunk, () => {
          under -= chunk.length;
          if (under < 8 * 1024 * 1024) from.resume();
        }),
      );
    });
    from.on('end', () => later(() => into.end()));
    from.on('error', () => into.destroy());
    from.on('close', () => {
      sockets.delete(from);
      if (from.errored) into.destroy();
    });
    sockets.add(from);
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const port = to();
    if (state === 'cut' || port === undefined || takes-- <= 0) {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [near, far]) socket.setNoDelay(true);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get state() {
      return state;
    },
    set state(next) {
      state = next;
      if (next === 'cut') for (const socket of sockets) socket.resetAndDestroy();
      if (next === 'stalled') return;
      for (const act of waiting.splice(0)) act();
      waiting = [];
    },
    set takes(next) {
      takes = next;
    },
    get takes() {
      return takes;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
