import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Keeper } from '../../../sandbox/ssh/keeper';

// Played in a namespace of its own, where no other program takes the number: the next one is chosen for all of it.

const sleeping = (): ChildProcess => spawn('sleep', ['1000'], { stdio: 'ignore' });

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const keeper = new Keeper(process.argv[2]!);
const kept = sleeping();
keeper.keep(kept.pid!, '/nobody-lives-here');
// Once this is answered, the keeper knows what it keeps.
await keeper.end(1);
await ended(kept);
let other = sleeping();
// A thread may take the number first.
for (let times = 0; times < 100 && other.pid !== kept.pid; times += 1) {
  await ended(other);
  writeFileSync('/proc/sys/kernel/ns_last_pid', String(kept.pid! - 1));
  other = sleeping();
}
await keeper.end(kept.pid!);
await keeper.close();
console.log(JSON.stringify({ isSame: other.pid === kept.pid, isThere: other.signalCode === null }));
process.exit();
