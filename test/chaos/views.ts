import type { EndWorld } from './checks';
import type { Screen } from './screen';
import type { Window } from './window';

/** Whether every window shows what the service has. */
export async function shown({ person, sandbox }: EndWorld): Promise<string[]> {
  const ids = (await sandbox.instanceIds()).sort((a, b) => b - a);
  const there = await Promise.all(ids.map((id) => sandbox.instance(id)));
  const problems = await Promise.all(person.windows.map((window) => drawnWrongly(window, ids.length)));
  const facts = (row: Record<string, unknown>) =>
    JSON.stringify([row.id, row.label ?? null, row.actual_status ?? null, row.intended_status ?? null]);
  const wanted = there.map((row) => facts(row as never)).join('; ');
  const told = person.windows.flatMap((window) => {
    const rows = [...window.exports.instances()].sort((a, b) => b.id - a.id);
    const drawn = rows.map((row) => facts(row as never)).join('; ');
    return drawn === wanted ? [] : [`${window.life.name} shows ${drawn}; the service has ${wanted}`];
  });
  return [...problems.flat(), ...told];
}

/** The view of instances as VS Code asks for it. */
async function drawnWrongly({ life, screen }: Window, count: number): Promise<string[]> {
  const labels = await rowsOf(screen, 'instances');
  const message = screen.trees.get('gpuRental.instances')?.view.message;
  return [
    ...(labels.length === count ? [] : [`${life.name} draws ${labels.join(', ')}; there are ${count}`]),
    ...(!message ? [] : [`${life.name} still says ${message}`]),
  ];
}

/** The rows of a view as VS Code asks for them, below the row with this label or at the top. */
async function rowsOf(screen: Screen, view: string, below?: string): Promise<string[]> {
  const { provider } = screen.trees.get(`gpuRental.${view}`)!;
  const labelsOf = async (parent?: unknown) => {
    const rows = (await provider.getChildren(parent)) ?? [];
    return Promise.all(
      rows.map(async (row) => {
        const { label } = await provider.getTreeItem(row);
        return { row, label: (typeof label === 'object' ? label.label : label) ?? '' };
      }),
    );
  };
  const rows = await labelsOf();
  const parent = below === undefined ? undefined : rows.find(({ label }) => label === below);
  if (below !== undefined && !parent) return [];
  return (parent ? await labelsOf(parent.row) : rows).map(({ label }) => label);
}

/** The person's own templates, after a click on Refresh: nothing asks for them by itself. */
export async function templatesShown({ person, begun, sandbox, time }: EndWorld): Promise<string[]> {
  const filters = JSON.stringify({ creator_id: { eq: await sandbox.accountId() } });
  const answer = await fetch(
    `${begun.sandboxUrl}/api/v0/template/?select_filters=${encodeURIComponent(filters)}`,
    { headers: { authorization: `Bearer ${begun.apiKey}` } },
  );
  const { templates } = (await answer.json()) as { templates: { name: string }[] };
  const wanted = templates.map(({ name }) => name).sort();
  const problems: string[] = [];
  for (const { life, screen, call } of person.windows) {
    await time.passUntil(call('refreshTemplates'));
    // Drafts of new templates are there, too.
    const drawn = (await rowsOf(screen, 'templates', 'Mine')).filter((label) => label !== 'Untitled').sort();
    const isEmpty = wanted.length === 0 && drawn.length <= 1;
    if (!isEmpty && drawn.join() !== wanted.join())
      problems.push(`${life.name} draws the templates ${drawn.join()}; the service has ${wanted.join()}`);
  }
  return problems;
}

/** The volumes, after a click on Refresh: they are asked for seldom. */
export async function volumesShown({ person, sandbox, time }: EndWorld): Promise<string[]> {
  const wanted = (await sandbox.volumes()).map(({ id }) => id).sort();
  const problems: string[] = [];
  for (const { life, screen, call } of person.windows) {
    await time.passUntil(call('refreshVolumes'));
    const { provider } = screen.trees.get('gpuRental.volumes')!;
    const rows = ((await provider.getChildren()) ?? []) as { volumeId: number }[];
    const drawn = rows.map(({ volumeId }) => volumeId).sort();
    if (drawn.join() !== wanted.join())
      problems.push(`${life.name} draws the volumes ${drawn.join()}; the service has ${wanted.join()}`);
  }
  return problems;
}

/**
 * What is billed is the same in the status bar of all windows. Each draws anew, at its own minute, how long credit lasts
 * and when something stops, and what it knows of the credit may be from before the clock was set, for ten minutes.
 */
export function statusBars({ person, time }: EndWorld): string[] {
  const texts = person.windows.map(({ screen }) => [...screen.statusBar].map(({ text }) => text).join(' | '));
  const hours = texts.map(hoursLeft);
  const isSame =
    new Set(texts.map((text) => text.replace(timeLeft, 'left').replace(until, 'soon'))).size <= 1;
  const slack = (Math.max(...hours) < 48 ? 1 : 24) + time.jumped / 3_600_000;
  const minutes = texts.map(minutesUntil);
  const isClose =
    Math.max(...hours) - Math.min(...hours) <= slack && Math.max(...minutes) - Math.min(...minutes) <= 1;
  return isSame && (isClose || texts.length === 0) ? [] : [`The status bars say ${texts.join(' and ')}`];
}

const timeLeft = /(?:less than an hour|more than a year|(\d+) (hour|day)s?) left/;

const until = /in (?:(\d+) h ?)?(?:(\d+) min)?$/m;

function minutesUntil(text: string): number {
  const [, hours = 0, minutes = 0] = until.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

function hoursLeft(text: string): number {
  const [words = '', count = 0, unit] = timeLeft.exec(text) ?? [];
  if (words.startsWith('more')) return 366 * 24;
  return Number(count) * (unit === 'day' ? 24 : 1);
}
