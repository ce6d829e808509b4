import childProcess, { type ChildProcess } from 'node:child_process';
import http from 'node:http';
import net from 'node:net';
import { latencyHeader, passedHeader } from './headers';
import type { Life, Time } from './time';

/** A process or socket that lives longer counts no more as work, in milliseconds of real time. */
const longestWork = 5000;

/** How a window reaches the rest of the computer: requests, sockets and processes, all of them real. */
export function portsOf(time: Time, life: Life) {
  const open = new Set<{ destroy(): unknown }>();

  const follow = (what: string, thing: NodeJS.EventEmitter, ends: readonly string[]): (() => void) => {
    const end = time.work(what);
    const alarm = setTimeout(end, longestWork);
    const stop = () => {
      clearTimeout(alarm);
      end();
    };
    for (const event of ends) thing.once(event, stop);
    return stop;
  };

  const request = (url: string | URL, options: http.RequestOptions = {}): http.ClientRequest => {
    const headers = { ...(options.headers as http.OutgoingHttpHeaders), [passedHeader]: time.passed };
    const sent = http.request(url, { ...options, headers });
    open.add(sent);
    let end = time.work(`${options.method ?? 'GET'} ${String(url)}`);
    sent.once('close', () => {
      open.delete(sent);
      end();
    });
    const emit = sent.emit.bind(sent) as (event: string | symbol, ...args: unknown[]) => boolean;
    sent.emit = (event: string | symbol, ...args: unknown[]): boolean => {
      const [answer] = args as [http.IncomingMessage];
      const latency = event === 'response' ? Number(answer.headers[latencyHeader] ?? 0) : 0;
      if (latency <= 0) return emit(event, ...args);
      end();
      time.after(
        latency * 1000,
        () => {
          if (sent.destroyed && !answer.complete) return;
          end = time.work(`late ${String(url)}`);
          if (!emit(event, ...args)) answer.resume();
          if (sent.closed) end();
        },
        life,
      );
      return true;
    };
    return sent;
  };

  const spawn = (program: string, args: readonly string[], options: childProcess.SpawnOptions) => {
    const child: ChildProcess = childProcess.spawn(program, args, options);
    follow(`${program} ${args.join(' ').slice(0, 80)}`, child, ['close', 'error']);
    const pipes = { destroy: () => child.stdio.forEach((pipe) => pipe?.destroy()) };
    open.add(pipes);
    child.once('close', () => open.delete(pipes));
    return child;
  };

  const connect = (...args: Parameters<typeof net.connect>): net.Socket => {
    const socket = net.connect(...args);
    open.add(socket);
    follow('a socket', socket, ['close']);
    socket.once('close', () => open.delete(socket));
    return socket;
  };

  return {
    http: { ...http, request },
    childProcess: { ...childProcess, spawn },
    net: { ...net, connect, createConnection: connect },
    /** Requests, sockets and processes that have not ended. */
    open,
    /** What the system does when a process is killed. */
    close: () => {
      for (const one of open) one.destroy();
    },
  };
}
