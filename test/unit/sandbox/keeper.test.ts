import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { Keeper } from '../../sandbox/ssh/keeper';
import { temporaryFolder } from '../ssh/support/temporary';

const lastPid = '/proc/sys/kernel/ns_last_pid';

/** Whether the number of the next process can be chosen: on Linux, as root. */
function canChoosePids(): boolean {
  try {
    writeFileSync(lastPid, String(process.pid));
    return true;
  } catch {
    return false;
  }
}

function sleeping(): ChildProcess {
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

it.skipIf(!canChoosePids())(
  'the keeper leaves a process alone that has the number of one that has ended',
  async ({ skip }) => {
    const keeper = new Keeper(await temporaryFolder());
    const kept = sleeping();
    keeper.keep(kept.pid!, '/nobody-lives-here');
    // Once this is answered, the keeper knows what it keeps.
    await keeper.end(1);
    await ended(kept);
    let other = sleeping();
    // Another program may take the number first.
    for (let times = 0; times < 100 && other.pid !== kept.pid; times += 1) {
      await ended(other);
      writeFileSync(lastPid, String(kept.pid! - 1));
      other = sleeping();
    }
    skip(other.pid !== kept.pid, 'another program has the number');
    await keeper.end(kept.pid!);
    await keeper.close();
    expect([other.exitCode, other.signalCode]).toEqual([null, null]);
  },
);

it('the keeper ends what it keeps', async () => {
  const keeper = new Keeper(await temporaryFolder());
  const kept = sleeping();
  const gone = once(kept, 'exit');
  keeper.keep(kept.pid!, '/nobody-lives-here');
  await keeper.end(kept.pid!);
  await gone;
  await keeper.close();
  expect(kept.signalCode).toBe('SIGKILL');
});
