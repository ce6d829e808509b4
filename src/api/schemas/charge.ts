import * as z from 'zod/mini';
import { listWithin, numberLike, tolerated } from './fields';

/** An entry of the account's bill; the specification shows none of its fields. */
const chargeSchema = z.object({
  type: tolerated(z.string()),
  source: tolerated(z.string()),
  description: tolerated(z.string()),
  /** $. */
  amount: tolerated(numberLike),
  /** Unix time in seconds. */
  start: tolerated(z.number()),
  /** Unix time in seconds. */
  end: tolerated(z.number()),
});

export type Charge = z.infer<typeof chargeSchema>;

export const chargesSchema = listWithin(chargeSchema, 'results', 'charges');
