import { expect, it } from 'vitest';
import { notHidden, nothingHidden, withoutHidden } from '../../../../src/domain/offers/hidden';
import { matchingRows, onlyMachine, type PanelQuery } from '../../../../src/domain/offers/filters/panelQuery';
import { freeOffers, plainStart, searchQuery } from '../../../../src/domain/offers/offerQuery';

const row = (id: number, machine_id?: number, host_id?: number) => ({
  key: `${id}`,
  isBid: false,
  offer: { id, machine_id, host_id },
});
const rows = [row(1, 7, 70), row(2, 7, 70), row(3, 8, 70), row(4, 9, 71), row(5)];
const query: PanelQuery = { type: 'on-demand', filters: { num_gpus: { eq: 1 } }, disk: 20, hours: 8 };
const keys = (some: readonly { key: string }[]) => some.map(({ key }) => key);

it('leaves out machines and hosts, and no offer that does not tell its own', () => {
  expect(keys(notHidden(rows, { machine: [7], host: [] }))).toEqual(['3', '4', '5']);
  expect(keys(notHidden(rows, { machine: [9], host: [70] }))).toEqual(['5']);
  expect(notHidden(rows, nothingHidden)).toBe(rows);
});

it('asks the service for what is not hidden, besides what is typed', () => {
  expect(withoutHidden(nothingHidden)).toEqual({});
  const fixed = { ...freeOffers, ...withoutHidden({ machine: [3, 4], host: [5] }) };
  const said = { filters: { machine_id: { notin: [9] } }, cleared: [] };
  expect(searchQuery({ ...plainStart(20, 64), fixed }, said).filters).toMatchObject({
    machine_id: { notin: [9, 3, 4] },
    host_id: { notin: [5] },
    rentable: { eq: true },
  });
});

it('shows the offers of one machine alone, if the row tells which', () => {
  expect(keys(matchingRows(rows, onlyMachine(query, rows[0]!)))).toEqual(['1', '2', '5']);
  expect(onlyMachine(query, rows[4]!)).toBe(query);
});
