import { UNREADABLE_ID } from '../../sandbox/choices';
import { sandbox } from './inHost';

/**
 * With `npm run test:odd` the sandbox sends numbers as text, nothing for null, and one more row in every list, which
 * cannot be read (test/sandbox/http/odd.ts). All that tests do about that row stands here: those that count or compare
 * rows ask for their own ones.
 */
const isOdd = process.env.GPU_RENTAL_TEST_ODD === '1';

interface Row {
  id?: number | undefined;
  unreadable?: true | undefined;
  /** Of an SSH key, whether it is on this computer; one that cannot be read has no fingerprint. */
  here?: boolean;
  fingerprint?: string | undefined;
}

/** The rows without the one that the mode adds; all of them without the mode. */
export function ownRows<T extends object>(rows: readonly T[]): T[] {
  return rows.filter((row: T & Row) => !isOdd || (row.id !== UNREADABLE_ID && !isNameless(row)));
}

function isNameless({ id, unreadable, here, fingerprint }: Row): boolean {
  return id === undefined && (unreadable === true || (here !== undefined && fingerprint === undefined));
}

/** Runs a test whose very subject that row would change, as one more instance that may cost money. */
export function withoutOddRows(run: () => Promise<void>): Promise<void> {
  return isOdd ? withOdd('values', run) : run();
}

/** Runs a test against the mode's answers also without the mode. */
export function withOddAnswers(run: () => Promise<void>): Promise<void> {
  return isOdd ? run() : withOdd(true, run);
}

async function withOdd(odd: true | 'values', run: () => Promise<void>): Promise<void> {
  await sandbox.configure({ odd });
  try {
    await run();
  } finally {
    await sandbox.configure({ odd: isOdd });
  }
}
