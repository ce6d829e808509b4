import { expect, it, vi } from 'vitest';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { comparisonOf } from '../../../../src/views/runs/comparison';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const minute = 60_000;
const run = (changes: Partial<Run>): Run =>
  runSchema.parse({
    ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven (7)', run: 'sh train.sh' },
    ...{ setup: '', folder: '/f', workdir: '~/f', fetch: [], results: '/f/results', then: 'stop' },
    ...{ limitHours: 10, createdAt: 0, phase: 'ended', why: 'exit', code: 0, startedAt: 0 },
    ...changes,
  });
const lines = (...runs: Run[]): string[] => comparisonOf(runs, 90 * minute).split('\n');

it('says what differs between runs, and below it what is the same in all', () => {
  const said = lines(
    run({
      ...{ metrics: { loss: '0.3', acc: '0.9' }, rate: 0.3, endedAt: 60 * minute },
      ...{ hardware: '1× RTX 4090', commit: 'abcdef0123456', taskFile: '/f/tasks/train.yaml' },
    }),
    run({
      ...{ metrics: { loss: 'nan' }, rate: 1.2, endedAt: 30 * minute, code: 3 },
      ...{ hardware: '2× H100', commit: 'abcdef0123456', isChanged: true },
    }),
    run({ phase: 'running', why: undefined, code: undefined, commit: 'abcdef0123456' }),
  );
  const same = said.findIndex((line) => line.startsWith('## The Same in All'));
  const [differing, equal] = [said.slice(0, same), said.slice(same)];
  expect(said[0]).toBe('# Comparison of 3 runs');
  for (const line of [
    '| **State** | succeeded | failed with exit code 3 | running |',
    '| **loss** | 0.3 | nan | — |',
    '| **acc** | 0.9 | — | — |',
    '| **Duration** | 60 minutes | 30 minutes | 90 minutes |',
    String.raw`| **Cost** | \$0.30 | \$0.60 | — |`,
    '| **Hardware** | 1× RTX 4090 | 2× H100 | — |',
    '| **Task** | tasks/train.yaml | — | — |',
    '| **Commit** | abcdef01 | abcdef01, with changes | abcdef01 |',
  ])
    expect(differing).toContain(line);
  expect(equal).toContain('| **Command** | sh train.sh |');
  expect(equal).toContain('| **Instance** | seven \\(7\\) |');
  // Said by the state already.
  expect(said.join('\n')).not.toContain('Exit code');
  expect(lines(run({}), run({ why: 'limit', code: 143 }))).toContain('| **Exit code** | — | 143 |');
  // Nothing is known of a set-up in any of them.
  expect(said.join('\n')).not.toContain('Set-up');
});

it('shows what comes from a log, a task or a machine as plain text in one cell', () => {
  const odd = 'a | b [x](command:y) `c`\n# $x$ <img src=x>';
  const said = lines(run({ run: odd }), run({ metrics: { '</td>|x': '1' }, instanceName: odd }));
  const row = said.find((line) => line.startsWith('| **Command**'));
  const cell = String.raw`a \| b \[x\] \(command:y\) \`c\` \# \$x\$ \<img src=x\>`;
  expect(row).toBe(`| **Command** | ${cell} | sh train.sh |`);
  expect(said).toContain(String.raw`| **\</td\>\|x** | — | 1 |`);
});
