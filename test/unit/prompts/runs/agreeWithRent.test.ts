import { expect, it, vi } from 'vitest';
import { agreeWithRent } from '../../../../src/prompts/runs/agreeOnRun';
import type { RunPlan } from '../../../../src/prompts/runs/planWords';
import type { Services } from '../../../../src/prompts/services';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const planFor = (count: number, rate: number | undefined) =>
  ({
    ...{ folder: '/f', instanceId: 0, name: `${count} instances`, rate, limitHours: 2, then: 'destroy' },
    task: { name: 'search', run: 'sh train.sh', setup: '', variables: {}, secrets: [] },
    ...{ fetch: ['/sweep-*/'], idle: undefined, resume: undefined },
    sweep: { table: { names: ['lr'], rows: [['1'], ['2']] }, machines: [], names: [] },
  }) as unknown as RunPlan;

it('says what is rented, what runs there, and how much all of it costs at most', () => {
  const { purpose, agreed } = agreeWithRent({} as Services, planFor, []);
  const { message, detail, yes } = purpose.question(3, 1.5);
  expect([message, yes]).toEqual([
    'Rent 3 instances to run 2 jobs of search?',
    'Rent and Run for at Most $3.00',
  ]);
  expect(detail).toContain('lr=1\nlr=2');
  expect(detail).toContain('$1.50/h; it ends after 2 hours at the latest, so it costs $3.00 at most.');
  expect(detail).toContain('Then each instance stops itself, and is destroyed once the results are here.');
  expect(detail).not.toContain('Instances:');
  // What was asked last is what was agreed to.
  expect(agreed()).toMatchObject({ rate: 1.5, limitHours: 2, name: '3 instances' });
});

it('names no most where the price isn’t known', () => {
  expect(agreeWithRent({} as Services, planFor, []).purpose.question(1, undefined).yes).toBe('Rent and Run');
});
