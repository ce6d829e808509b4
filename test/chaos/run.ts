import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connectControl, type RemoteControl } from '../sandbox/remoteControl';
import { checkEnd, type EndWorld } from './checks';
import { drawsOf } from './draws';
import { beginFaults, disturb, endFaults } from './faults';
import { Kept } from './hostKeys';
import { Lateness } from './lateness';
import { loadPage } from './pages';
import { Memory } from './memory';
import { Person } from './person';
import { RemoteWindows } from './remoteWindows';
import { overdue } from './schedules';
import { connectService } from './serviceClient';
import { writeSshConfig } from './sshConfig';
import { Time } from './time';
import { shown } from './views';
import { type Computer, openWindow } from './window';

const minute = 60_000;

export interface RunWorld {
  folder: string;
  /** The port of the service side. */
  service: number;
  /** Where the extension's own folder is. */
  extension: string;
  identityFile: string;
}

export interface Run {
  problems: string[];
  events: string[];
  figures: string;
}

/** Whether something may still come right by itself, or is about to happen. */
const isOpen = async (end: EndWorld): Promise<boolean> =>
  (await shown(end)).length > 0 || (await overdue(end, -15 * minute)).length > 0;

/** What the person asks the sandbox is work too: nothing else is drawn or begun before it has ended. */
function counted(sandbox: RemoteControl, time: Time): RemoteControl {
  return new Proxy(sandbox, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as ((...args: unknown[]) => Promise<unknown>) | undefined;
      return method && ((...args: unknown[]) => time.working(`sandbox.${String(name)}`, method(...args)));
    },
  });
}

/** One run, decided by its seed: windows open, a person works, things go wrong, all is right again, all is checked. */
export async function playRun(seed: number, world: RunWorld): Promise<Run> {
  const events: string[] = [];
  const problems: string[] = [];
  const time = new Time();
  const note = (event: string) => void events.push(`${(time.monotonic() / 1000).toFixed(1)} s: ${event}`);
  const unhandled = (error: unknown) =>
    problems.push(`Unhandled: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
  process.on('unhandledRejection', unhandled);
  const began = Date.now();
  const service = connectService(world.service);
  const draws = drawsOf(seed, 'person');
  const folder = join(world.folder, 'run');
  await rm(folder, { recursive: true, force: true });
  const home = join(folder, 'home');
  await mkdir(home, { recursive: true });
  const isWithSsh = draws.chance(0.25);
  const begun = await service.begin(seed, isWithSsh);
  const sandbox = counted(connectControl(begun.sandboxUrl), time);
  const ssh = await writeSshConfig(home, world.identityFile, sandbox);
  const troubles = { isDiskFull: false, isKeyringBroken: false };
  const isKeyringBroken = () => troubles.isKeyringBroken;
  const person = new Person({ draws, note, sandbox, service, isWithSsh, isKeyringBroken, home });
  const machine = drawsOf(seed, 'machine');
  const computer: Computer = {
    ...{ time, home, problems, memory: new Memory(), viewer: person.viewer },
    left: { editors: { tabs: [], backups: new Map() }, panels: [] },
    loadPage: loadPage(person, problems),
    savesByItself: draws.chance(0.5),
    troubles,
    storage: join(folder, 'user/globalStorage/gpu-rental.gpu-rental'),
    extensionFolder: world.extension,
    bundle: join(world.extension, 'dist/test/chaos/extension.cjs'),
    processes: new Map(),
    chance: () => machine.next(),
  };
  const faults = drawsOf(seed, 'faults');
  const liars = faults.pick(['lists', 'single instances'] as const);
  const disturbed = { draws: faults, computer, service, sandbox, note, liars };
  const [kept, lateness] = [new Kept(), new Lateness()];
  const remoteWindows = new RemoteWindows(computer);
  try {
    await person.begin(() => openWindow(computer), begun, { time, remoteWindows });
    await person.settleIn();
    await beginFaults(disturbed);
    const steps = draws.integer(8, 30);
    for (let step = 0; step < steps; step += 1) {
      if (draws.chance(0.5)) await disturb(disturbed);
      const { isOccupied } = await person.act();
      const isBrief = draws.chance(isOccupied ? 0.85 : 0.5);
      await time.pass(isBrief ? draws.between(0, 5_000) : draws.between(0, 3 * minute));
      await kept.look(person.windows, sandbox);
    }
    await endFaults(disturbed);
    await person.waitForAll();
    const end = { person, computer, sandbox, service, begun, ssh, time, folder };
    // The longest pause after failures; a rental that is still expected is for up to half an hour.
    let isAwaited = await lateness.look(end);
    for (let waited = 0; waited < 35 && (waited < 6 || isAwaited || (await isOpen(end))); waited += 3) {
      await time.pass(3 * minute);
      await service.follow(time.passed);
      isAwaited = await lateness.look(end);
    }
    problems.push(...kept.problems, ...lateness.problems, ...person.mixedUp, ...(await checkEnd(end)));
  } catch (error) {
    problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    for (const window of person.windows) window.kill();
    for (const id of remoteWindows.instanceIds) remoteWindows.close(id);
    await service.end();
    process.off('unhandledRejection', unhandled);
  }
  const { length } = events;
  const figures = `${length} events, ${Math.round(time.passed / minute)} min in ${((Date.now() - began) / 1000).toFixed(1)} s`;
  return { problems, events, figures };
}
