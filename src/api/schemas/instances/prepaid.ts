import * as z from 'zod/mini';
import { number, toleratedShape } from '../fields';

/** What the service grants for money paid ahead. */
export const prepaidSchema = z.object(
  toleratedShape({
    /** Months. */
    timescale: number,
    /** 1 is all. */
    discount_rate: number,
  }),
);
export type Prepaid = z.infer<typeof prepaidSchema>;
