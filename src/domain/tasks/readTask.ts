import * as l10n from '@vscode/l10n';
import { isMap, isPair, isScalar, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import { type Draft, type Formats, type Keys, taskKeys } from './keys';
import type { ReadTask, TaskFormat, TaskMistake } from './task';

/**
 * Reads a task file of SkyPilot or dstack (`type: task`), as far as one machine can do what it says. A key that isn't
 * known here is refused by its name, at its line, because leaving it out would run something else.
 */
export function readTask(source: string): ReadTask {
  const { format, draft, mistakes } = readKeys(source, taskKeys);
  if (draft.run.trim() === '' && mistakes.length === 0) {
    const key = format === 'dstack' ? 'commands' : 'run';
    mistakes.push({ line: 1, message: l10n.t('The task has no {0}.', key) });
  }
  return mistakes.length > 0 ? { mistakes } : { task: draft };
}

/** What a file of either tool says, by the keys that are known of its format. */
export function readKeys(
  source: string,
  formats: Formats,
): { format: TaskFormat; draft: Draft; mistakes: TaskMistake[] } {
  const counter = new LineCounter();
  const document = parseDocument(source, { lineCounter: counter });
  const lineOf = (node: unknown): number => counter.linePos((node as Node | undefined)?.range?.[0] ?? 0).line;
  const mistakes: TaskMistake[] = document.errors.map(({ pos, message }) => ({
    line: counter.linePos(pos[0]).line,
    message: message.split('\n', 1)[0] ?? '',
  }));
  const draft: Draft = { setup: '', run: '', variables: {}, secrets: [], mounts: [], resources: {} };
  const root = document.contents;
  const format = isMap(root) && root.has('type') ? 'dstack' : 'skypilot';
  if (mistakes.length > 0) return { format, draft, mistakes };
  if (!isMap(root))
    return { format, draft, mistakes: [{ line: 1, message: l10n.t('This is no task file.') }] };
  const known = formats[format];
  const read = (pair: Pair, keys: Keys, path: string): void => {
    const name = isScalar(pair.key) ? String(pair.key.value) : '';
    const reader = Object.hasOwn(keys, name) ? keys[name] : undefined;
    const said = (pair.value as Node | null)?.toJS(document) as unknown;
    const wrong = reader ? reader(said, draft) : l10n.t('isn’t supported');
    if (wrong !== undefined) mistakes.push({ line: lineOf(pair.key), message: `${path}${name} ${wrong}.` });
  };
  for (const pair of root.items) {
    const key = isPair(pair) && isScalar(pair.key) ? pair.key.value : undefined;
    if (key === 'resources' && isMap(pair.value))
      for (const inner of pair.value.items) read(inner, known.resources, 'resources.');
    else read(pair, known.keys, '');
  }
  return { format, draft, mistakes };
}
