import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A port of this computer that leads to another one, which is found with the first connection: Jupyter is started only
 * then, since most instances with Jupyter are never looked at there, and it takes a second and much memory.
 */
export class LatePort {
  readonly #start: () => Promise<number>;
  readonly #open = new Set<Socket>();
  readonly #server: Server;
  #port: Promise<number> | undefined;

  /** @param start resolves to the port that it leads to */
  constructor(start: () => Promise<number>) {
    this.#start = start;
    this.#server = createServer((socket) => void this.#lead(socket));
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  async #lead(socket: Socket): Promise<void> {
    this.#keep(socket);
    socket.pause();
    this.#port ??= this.#start();
    try {
      const server = this.#keep(connect({ host: '127.0.0.1', port: await this.#port }));
      socket.on('close', () => server.destroy());
      server.on('close', () => socket.destroy());
      socket.pipe(server).pipe(socket);
    } catch {
      // As where nothing listens.
      socket.destroy();
    }
  }

  #keep(socket: Socket): Socket {
    this.#open.add(socket);
    return socket.on('error', () => undefined).on('close', () => this.#open.delete(socket));
  }
}
