import * as z from 'zod/mini';
import { number, toleratedShape } from '../fields';

/** What the service grants for money paid ahead. */
export const prepaidSchema = z.object(
  toleratedShape({
    /** Months. */
    timescale: number.check(z.refine((months) => months >= 0)),
    /** 1 is all. */
    discount_rate: number.check(z.refine((share) => share >= 0 && share <= 1)),
  }),
);
export type Prepaid = z.infer<typeof prepaidSchema>;
