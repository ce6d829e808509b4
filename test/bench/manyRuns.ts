import { systemClock } from '../../src/clock';
import { type Run, runSchema } from '../../src/domain/runs/run';
import { withReport } from '../../src/domain/runs/runReport';
import { AccountFiles } from '../../src/stores/account/accountFiles';
import { RunStore } from '../../src/stores/runs/runStore';
import { removeFolder, temporaryFolder } from '../host/paths';
import { say } from './figures';

const looks = 12;
/** Seconds between two looks of a window that shows the runs. */
const every = 5;

const run = (number: number, changes: Partial<Run>): Run =>
  runSchema.parse({
    ...{
      id: `run-${String(number).padStart(5, '0')}`,
      name: 'train',
      instanceId: number,
      run: 'sh train.sh',
    },
    ...{ instanceName: 'RTX 4090', hardware: '1× RTX 4090', setup: 'pip install -r requirements.txt' },
    ...{ folder: '/home/me/project', workdir: '~/gpu-rental/project', fetch: ['/outputs/'], results: '/r' },
    ...{ then: 'destroy', limitHours: 1, createdAt: 0, phase: 'ended', metrics: { loss: '0.1', acc: '0.9' } },
    ...{ lastLine: 'epoch 3 loss=0.1 acc=0.9', toldAt: 1, fetchedAt: 1, ...changes },
  });

/** What looks at a sweep of 1,000 jobs on 100 instances take of the main thread, with 1,000 finished runs in the list. */
export async function measureManyRuns(): Promise<void> {
  const folder = await temporaryFolder('bench');
  try {
    const store = new RunStore(new AccountFiles(folder), systemClock);
    const rows = Array.from({ length: 1000 }, (_, row) => [`${row}`, `1e-${row % 7}`]);
    const sweep = run(5000, { phase: 'running', sweep: { names: ['seed', 'lr'], rows, jobs: [] } });
    for (let number = 0; number < 1000; number++) await store.add('a', run(number, {}));
    for (let number = 1; number < 100; number++)
      await store.add('a', run(5000 + number, { phase: 'running', serves: sweep.id, fetch: [] }));
    await store.add('a', sweep);
    const silent = { numberLines: [], ports: [], phase: 'running' } as const;
    const [began, used] = [performance.now(), process.cpuUsage()];
    for (let look = 1; look <= looks; look++) {
      const jobs = rows.slice(0, look * 80).map((_, at) => ({
        ...{ number: at + 1, state: 'ended', code: 0, seconds: 30, lines: [`loss=0.${look} acc=0.9`] },
      })) as never;
      const sight = { ...silent, lastLine: `look ${look}`, jobs };
      await store.edit('a', sweep.id, (known) => withReport(known, sight, look));
    }
    const { user, system } = process.cpuUsage(used);
    const share = (user + system) / 1000 / (looks * every * 1000);
    say(
      'looks at a sweep with 1,000 jobs, 1,000 finished runs, % of the main thread',
      (share * 100).toFixed(2),
    );
    say('the same, ms a look', ((performance.now() - began) / looks).toFixed(0));
  } finally {
    await removeFolder(folder);
  }
}
