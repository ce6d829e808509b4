import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import {
  type PlanField,
  planLabel,
  planPrompt,
  planUnit,
  readPlan,
} from '../../../../src/domain/offers/planInput';

const fields: readonly PlanField[] = ['disk', 'hours', 'bid'];

describe('the plan that offers are priced with', () => {
  it.each([
    ['disk', '100', 100],
    ['disk', ' 100 GB ', 100],
    ['disk', '1,5 tb', 1500],
    ['hours', '8', 8],
    ['hours', '8h', 8],
    ['hours', '2 days', 48],
    ['hours', '0.5', 0.5],
    ['bid', '$0.25', 0.25],
    ['bid', '.25', 0.25],
    ['bid', '0,0512 /h', 0.052],
  ] as const)('%s: “%s” is read', (field, text, value) => {
    expect(readPlan(field, text)).toEqual({ value });
  });

  it('says what to type in which unit', () => {
    expect(fields.map((field) => `${planLabel(field)} (${planUnit(field)})`)).toEqual([
      'Disk (GB)',
      'Rental time (h)',
      'Your bid ($/h)',
    ]);
    expect(new Set(fields.map(planPrompt)).size).toBe(3);
  });

  it('may have no bid, but has a disk and a time', () => {
    expect(readPlan('bid', ' ')).toEqual({});
    expect(readPlan('disk', '').problem).toBe('Enter a number.');
    expect(readPlan('hours', '').problem).toBe('Enter a number.');
  });

  it.each([
    ['disk', '$100', 'Enter a size such as 100, 100 GB or 1 TB.'],
    ['disk', '100 h', 'Enter a size such as 100, 100 GB or 1 TB.'],
    ['disk', '0', 'Enter a number greater than 0.'],
    ['disk', '9'.repeat(400), 'Enter a smaller number.'],
    ['hours', 'long', 'Enter a time such as 8, 8 h or 2 days.'],
    ['bid', '-1', 'Enter a price such as 0.25.'],
    ['bid', '1 2', 'Enter a price such as 0.25.'],
    ['bid', '0.2 constructor', 'Enter a price such as 0.25.'],
  ] as const)('%s: “%s” gets a sentence', (field, text, problem) => {
    expect(readPlan(field, text)).toMatchObject({ problem });
  });

  it('waits with the sentence while a number or its unit is being typed', () => {
    for (const text of ['', '0', '0.', '.', '100 t'])
      expect(readPlan('disk', text)).toMatchObject({ isBegun: true });
    expect(readPlan('bid', '$')).toMatchObject({ isBegun: true });
    expect(readPlan('hours', '2 day').value).toBe(48);
    expect(readPlan('hours', '2 da')).toMatchObject({ isBegun: true });
  });

  it('never throws, and gives a number that can be used or a sentence', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.oneof(fc.string(), fc.double().map(String)),
        (field, text) => {
          const { value, problem } = readPlan(field, text);
          if (value !== undefined) expect(value > 0 && Number.isFinite(value)).toBe(true);
          else expect(problem !== undefined || field === 'bid').toBe(true);
        },
      ),
    );
  });
});
