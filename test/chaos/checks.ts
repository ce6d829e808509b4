import { readFile } from 'node:fs/promises';
import { codesOf, codesTold } from './backupCodes';
import { booksAgree } from './books';
import { deedOf } from './deeds';
import { editsKept, editsNotReplaced } from './edits';
import { endsKept, endsNotBroken } from './ends';
import { hostKeysKept } from './hostKeys';
import { secretsFound, temporaryFiles } from './leftovers';
import { panelsShown } from './panelChecks';
import type { RemoteControl } from '../sandbox/remoteControl';
import type { Person } from './person';
import { overdue } from './schedules';
import type { Begun } from './service';
import type { RemoteService } from './serviceClient';
import type { PersonsConfig } from './sshConfig';
import type { Time } from './time';
import { shown, statusBars, templatesShown, volumesShown } from './views';
import { isRental } from './wire';
import type { Computer } from './window';

export interface EndWorld {
  person: Person;
  computer: Computer;
  sandbox: RemoteControl;
  service: RemoteService;
  begun: Begun;
  ssh: PersonsConfig;
  time: Time;
  /** Everything that the windows wrote. */
  folder: string;
}

/** What must be so when nothing goes wrong any more. Returns a line for each thing that isn't. */
export async function checkEnd(world: EndWorld): Promise<string[]> {
  const [views, asking, books] = [await shown(world), await asked(world), await booksAgree(world)];
  const [bars, templates, intact] = [statusBars(world), await templatesShown(world), await sshIntact(world)];
  const [volumes, late] = [await volumesShown(world), await overdue(world)];
  const [agreed, broken, keys] = [
    await endsKept(world),
    await endsNotBroken(world),
    await hostKeysKept(world),
  ];
  const [panels, codes] = [await panelsShown(world), await codesTold(world)];
  const edits = [...(await editsKept(world)), ...(await editsNotReplaced(world))];
  const { person, time, folder, computer } = world;
  const secrets = {
    texts: [
      world.begun.apiKey,
      person.otherAccount?.apiKey ?? '',
      ...person.edits.passwords,
      ...(await world.sandbox.handedOut()),
    ],
    codes: await codesOf(world),
  };
  const { remembered } = computer.memory;
  const kept = [remembered, ...computer.left.editors.backups.values()];
  const logs = person.allWindows.map(({ screen }) => screen.log);
  for (const window of [...person.windows]) {
    person.windows.splice(person.windows.indexOf(window), 1);
    await window.close({ isIdle: true });
  }
  await time.settle();
  return [
    ...views,
    ...bars,
    ...templates,
    ...volumes,
    ...late,
    ...agreed,
    ...broken,
    ...keys,
    ...asking,
    ...books,
    ...panels,
    ...codes,
    ...edits,
    ...intact,
    ...(await secretsFound(secrets, { folder, logs, kept })),
    ...(person.hasKilled ? [] : (await temporaryFiles(folder)).map((file) => `${file} was left`)),
  ];
}

async function asked({ person, service }: EndWorld): Promise<string[]> {
  const carried = await service.carried();
  const problems: string[] = [];
  const created = new Map<string, number>();
  const done = new Map<string, number>();
  for (const { method, path, body, status } of carried) {
    const id = Number(/\/(\d+)\/?$/.exec(path)?.[1] ?? body.id);
    const label = String(body.label);
    if (isRental({ method, path })) created.set(label, (created.get(label) ?? 0) + 1);
    if (status >= 300) continue;
    const deed = deedOf(method, path, body);
    if (deed) done.set(`${deed} ${id}`, (done.get(`${deed} ${id}`) ?? 0) + 1);
  }
  for (const [label, count] of created)
    if (count > 1 || !person.agreed.rentals.has(label))
      problems.push(`${label} was asked for ${count} times`);
  for (const [deed, count] of done) {
    const agreed = person.agreed.deeds.get(deed) ?? 0;
    if (count > agreed) problems.push(`${deed} was sent ${count} times and agreed to ${agreed} times`);
  }
  return problems;
}

async function sshIntact({ ssh }: EndWorld): Promise<string[]> {
  const text = await readFile(ssh.file, 'utf8');
  const problems: string[] = [];
  if (!text.includes(ssh.text)) problems.push(`The ssh config was changed: ${text}`);
  if ((await ssh.effective('work')) !== ssh.before) problems.push('ssh -G says something else of a host');
  return problems;
}
