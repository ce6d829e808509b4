import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Keeper } from '../../sandbox/ssh/keeper';
import { temporaryFolder } from '../ssh/support/temporary';

/** Runs a program in a namespace of processes: on Linux, as root. */
const apart = (...program: string[]): string =>
  execFileSync('unshare', ['--pid', '--fork', '--mount-proc', '--kill-child', ...program]).toString();

function canBeApart(): boolean {
  try {
    apart('true');
    return true;
  } catch {
    return false;
  }
}

it.skipIf(!canBeApart())(
  'the keeper leaves a process alone that has the number of one that has ended',
  async () => {
    const script = join(import.meta.dirname, 'support/reusedPidProcess.ts');
    const said = apart(process.execPath, '--import', 'tsx', script, await temporaryFolder());
    expect(JSON.parse(said)).toEqual({ isSame: true, isThere: true });
  },
);

it('the keeper ends what it keeps', async () => {
  const keeper = new Keeper(await temporaryFolder());
  const kept = spawn('sleep', ['1000'], { stdio: 'ignore' });
  onTestFinished(() => void kept.kill('SIGKILL'));
  const gone = once(kept, 'exit');
  keeper.keep(kept.pid!, '/nobody-lives-here');
  await keeper.end(kept.pid!);
  await gone;
  await keeper.close();
  expect(kept.signalCode).toBe('SIGKILL');
});
