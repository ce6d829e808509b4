/** Takes lines that help to find out later what happened. A line never contains a key, code, value or address. */
export interface Log {
  trace(line: string): void;
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

const nothing = (): void => undefined;

/** For callers that need no log. */
export const silent: Log = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Handles an error that is ignored on purpose: logs it with the reason and returns undefined. */
export function ignore(log: Log, why: string): (error: unknown) => undefined {
  return (error) => {
    log.debug(`ignored (${why}): ${errorWords(error)}`);
    return undefined;
  };
}

/** The same, but returns `value`. */
export function instead<T>(log: Log, why: string, value: T): (error: unknown) => T {
  return (error) => {
    ignore(log, why)(error);
    return value;
  };
}

/**
 * An error as it may appear in a log: its kind, codes and place in the code, and the same for its cause. Never its
 * message, which may quote the service, a file or what a person typed.
 */
export function errorWords(error: unknown): string {
  const words = ownWords(error);
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? words : `${words}, because of ${ownWords(cause)}`;
}

function ownWords(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const facts = ['code', 'status', 'syscall', 'type']
    .map((name): unknown => Reflect.get(error, name))
    .filter(
      (value) => typeof value === 'number' || (typeof value === 'string' && /^[\w-]{1,60}$/.test(value)),
    );
  // An error without a code is our own mistake or comes from a library: log where it was thrown.
  return [error.name, ...(facts.length > 0 ? facts.map(String) : [placeOf(error)])].join(' ').trim();
}

/** Function, file and line where it was thrown. Without folders, which can contain the user's name. */
function placeOf({ stack = '', message }: Error): string {
  const frames = stack.slice(stack.indexOf(message) + message.length);
  const frame = /\n\s+at (?:([\w.#<>]+) )?.*?([\w.-]+:\d+:\d+)\)?(?:\n|$)/.exec(frames);
  return frame ? ['at', frame[1], frame[2]].filter(Boolean).join(' ') : '';
}
