import type { EndWorld } from './checks';
import type { Window } from './window';

/** What the person wrote into a template's document last. */
export interface Edit {
  window: Window;
  /** The template's id; undefined for a new one. */
  templateId: number | undefined;
  /** The text of the description, which nothing else has. */
  words: string;
  /** Milliseconds since the run began. */
  at: number;
}

/** A description that was changed in the console. */
interface ConsoleEdit {
  templateId: number;
  words: string;
  at: number;
}

/** VS Code keeps an unsaved text only after a second. */
const backupAfter = 1200;

/** What the person wrote into documents of templates, to be found again at the end. */
export class Edits {
  /** The last one of each document, by window and address. */
  readonly last = new Map<string, Edit>();
  readonly consoleEdits: ConsoleEdit[] = [];
  /** Descriptions that programs changed. */
  readonly programEdits: { words: string }[] = [];
  /** Registry passwords that were typed into a document. */
  readonly passwords: string[] = [];
  /** Descriptions that each document has shown, or that the person chose to replace. */
  readonly seen = new Map<string, Set<string>>();
  /** What the person threw away, or wrote into a template that they then deleted. */
  readonly discarded = new Set<string>();
  /** When windows were killed, in milliseconds since the run began. */
  readonly killed = new Map<string, number>();

  see(address: string, words: string | undefined): void {
    const known = this.seen.get(address) ?? new Set();
    this.seen.set(address, known);
    known.add(words ?? '');
  }

  /** The person saw in this window what was changed elsewhere. */
  seeAll(window: string): void {
    for (const [key, { words }] of this.last) {
      if (!key.startsWith(`${window} `)) continue;
      for (const known of this.seen.values())
        if (known.has(words)) for (const one of this.#allWords()) known.add(one);
    }
  }

  discard(isMeant: (edit: Edit) => boolean): void {
    for (const edit of this.last.values()) if (isMeant(edit)) this.discarded.add(edit.words);
  }

  #allWords(): string[] {
    return [...this.consoleEdits, ...this.programEdits, ...this.last.values()].map(({ words }) => words);
  }
}

export const descriptionIn = (text: string): string | undefined => /"desc": "([^"]*)"/.exec(text)?.[1];

interface SentTemplate {
  id: number;
  desc: string;
  at: number;
}

async function sent({ service, person }: EndWorld): Promise<SentTemplate[]> {
  const carried = (await service.carried()).flatMap(({ method, path, body, status, answer, at }) => {
    const isTemplate = path.includes('/template/') && (method === 'PUT' || method === 'POST') && status < 300;
    const { template } = Object(answer) as { template?: { id: number; desc?: string } };
    if (!isTemplate || !template) return [];
    return [{ id: template.id, desc: typeof body.desc === 'string' ? body.desc : (template.desc ?? ''), at }];
  });
  const inConsole = person.edits.consoleEdits.map(({ templateId, words, at }) => ({
    id: templateId,
    desc: words,
    at,
  }));
  return [...carried, ...inConsole].sort((a, b) => a.at - b.at);
}

/** What was written last in each document was sent, or is still there to be sent, or was thrown away by the person. */
export async function editsKept(world: EndWorld): Promise<string[]> {
  const { person, computer } = world;
  const arrived = new Set((await sent(world)).map(({ desc }) => desc));
  const open = person.windows.flatMap(({ screen }) => [...screen.editors.documents.values()]);
  const kept = [
    computer.memory.remembered,
    ...computer.left.editors.backups.values(),
    ...open.map(({ text }) => text),
  ].join('\n');
  return [...person.edits.last.values()].flatMap(({ window, words, at }) => {
    const killedAt = person.edits.killed.get(window.life.name) ?? Infinity;
    const isKept = arrived.has(words) || kept.includes(words) || person.edits.discarded.has(words);
    return isKept || killedAt < at + backupAfter ? [] : [`“${words}” of ${window.life.name} is lost`];
  });
}

/** A document doesn't replace what was changed elsewhere, unless the person has seen that. */
export async function editsNotReplaced(world: EndWorld): Promise<string[]> {
  const { edits } = world.person;
  const before = new Map<number, string>();
  const problems: string[] = [];
  for (const { id, desc } of await sent(world)) {
    const replaced = before.get(id);
    before.set(id, desc);
    if (replaced === undefined || replaced === desc || !desc.startsWith('written')) continue;
    const seen = [...edits.seen.values()].filter((words) => words.has(desc));
    if (!seen.some((words) => words.has(replaced)))
      problems.push(`“${replaced}” of template ${id} was replaced by “${desc}” unseen`);
  }
  return problems;
}
