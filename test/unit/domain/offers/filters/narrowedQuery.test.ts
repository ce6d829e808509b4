import { describe, expect, it } from 'vitest';
import {
  matchingRows,
  narrowedQuery,
  type Narrowing,
  type PanelQuery,
} from '../../../../../src/domain/offers/filters/panelQuery';

const row = (id: number, machine_id?: number, host_id?: number) => ({
  key: `${id}`,
  isBid: false,
  offer: { id, machine_id, host_id },
});
const rows = [row(1, 7, 70), row(2, 7, 70), row(3, 8, 70), row(4, 9, 71), row(5)];
const query: PanelQuery = { type: 'on-demand', filters: { num_gpus: { eq: 1 } }, disk: 20, hours: 8 };
const left = (...steps: [Narrowing, number][]) => {
  const narrowed = steps.reduce((now, [how, place]) => narrowedQuery(now, rows[place]!, how), query);
  expect(narrowed.filters.num_gpus).toEqual({ eq: 1 });
  return matchingRows(rows, narrowed).map(({ key }) => key);
};

describe('an action of a row on the query', () => {
  it('leaves one machine, or leaves out a machine or a host', () => {
    // An offer that does not tell its machine passes.
    expect(left(['onlyMachine', 0])).toEqual(['1', '2', '5']);
    expect(left(['notMachine', 0])).toEqual(['3', '4', '5']);
    expect(left(['notHost', 0])).toEqual(['4', '5']);
    expect(left(['notMachine', 0], ['notMachine', 2], ['notMachine', 0])).toEqual(['4', '5']);
  });

  it('takes the latest wish where two contradict each other', () => {
    expect(left(['onlyMachine', 0], ['notMachine', 0])).toEqual(['3', '4', '5']);
    expect(left(['notMachine', 0], ['onlyMachine', 0])).toEqual(['1', '2', '5']);
  });

  it('changes nothing where the row does not tell its machine', () => {
    expect(narrowedQuery(query, rows[4]!, 'onlyMachine')).toBe(query);
  });
});
