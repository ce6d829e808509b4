import * as z from 'zod/mini';
import { integer, isObject, number, text, time, tolerated, toleratedList } from '../fields';
import { listWithin } from '../rows';

const part = { type: tolerated(text), description: tolerated(text), amount: tolerated(number) };

/** An entry of the account's bill; the specification shows none of its fields. */
const chargeSchema = z.object({
  ...part,
  /** What it is for, such as `instance-7`. */
  source: tolerated(text),
  /** Unix time in seconds. */
  start: tolerated(time),
  /** Unix time in seconds. */
  end: tolerated(time),
  /** A day (UTC) instead of start and end: Unix time in seconds when it begins. */
  day: tolerated(time),
  items: toleratedList(z.object(part)),
});

export type Charge = z.infer<typeof chargeSchema> & { unreadable?: true };

export const chargesSchema = listWithin(chargeSchema, 'results', 'charges');

export const chargesPageSchema = z.pipe(
  z.transform((answer: unknown) => ({
    charges: answer,
    ...(isObject(answer) ? { total: answer.total, nextToken: answer.next_token } : {}),
  })),
  z.object({
    charges: chargesSchema,
    /** The number of entries on all pages. */
    total: tolerated(integer),
    /** The start of the next page; undefined on the last page. */
    nextToken: tolerated(text),
  }),
);

export type ChargesPage = Omit<z.infer<typeof chargesPageSchema>, 'charges'> & { charges: Charge[] };
