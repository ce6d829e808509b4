import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { prepaidSchema } from '../../../../src/api/endpoints/instanceActions';

it.each([
  [
    { success: true, timescale: 3.5, discount_rate: 0.3 },
    { timescale: 3.5, discount_rate: 0.3 },
  ],
  [
    { timescale: '1', discount_rate: '0.2' },
    { timescale: 1, discount_rate: 0.2 },
  ],
  [{ timescale: null, discount_rate: null }, {}],
  [{ timescale: -1, discount_rate: 30 }, {}],
  [{}, {}],
])('%j tells what is granted, and nothing else', (answer, granted) => {
  expect(z.parse(prepaidSchema, answer)).toEqual(granted);
});
