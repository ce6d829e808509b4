import * as net from 'node:net';
import { CancelledError } from '../../api/cancelled';
import type { ProbeOptions } from './probe';

/** Whether something accepts connections there within the time. Sends nothing. @throws CancelledError */
export function isReachable({ host, port, signal, timeoutMs = 3_000 }: ProbeOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new CancelledError());
      return;
    }
    const socket = net.connect({ host, port, timeout: timeoutMs });
    const end = (): void => {
      signal?.removeEventListener('abort', onAbort);
      socket.destroy();
    };
    const finish = (reached: boolean) => (): void => {
      end();
      resolve(reached);
    };
    const onAbort = (): void => {
      end();
      reject(new CancelledError());
    };
    signal?.addEventListener('abort', onAbort);
    socket.on('connect', finish(true));
    socket.on('timeout', finish(false));
    socket.on('error', finish(false));
  });
}
