import type { Clock } from '../../clock';
import { errorWords, type Log } from '../../log/log';
import { CancelledError } from '../cancelled';

/** What is logged about a call. The path comes without the query, which may contain what a person typed. */
interface Shown {
  method: string;
  path: string;
  version?: 'v0' | 'v1';
  read?: boolean;
}

/**
 * Logs how an exchange ended: status, milliseconds and number of the attempt. Changes and failures have a higher level
 * than reads that worked.
 * @param run reports the status of the answer before reading it
 */
export async function logExchange<T>(
  { log, clock }: { log: Log; clock: Clock },
  { method, path, version = 'v0', read }: Shown,
  attempt: number,
  run: (answered: (status: number) => void) => Promise<T>,
): Promise<T> {
  const began = clock.monotonic();
  let status = '(no answer)';
  const line = (words = ''): string =>
    `${method} /api/${version}/${maskedPath(path)}: ${status}${words}, ${Math.round(clock.monotonic() - began)} ms, attempt ${attempt}`;
  try {
    const result = await run((code) => (status = String(code)));
    if (read) log.debug(line());
    else log.info(line());
    return result;
  } catch (error) {
    if (error instanceof CancelledError) log.debug(line(' cancelled'));
    else log.warn(line(` ${errorWords(error)}`));
    throw error;
  }
}

/** Keeps words and numbers. Any other segment could be a key or a hash. */
const maskedPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => (/^(\d*|[a-z_-]+)$/.test(segment) ? segment : '…'))
    .join('/');
