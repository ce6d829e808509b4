import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { stage } from './stage';
import { words } from './words';
import type { Workbench } from './workbench';

/** A place in which a secret was found, and the beginning of that secret: reports are read by many. */
export interface Find {
  place: string;
  mark: string;
}

/**
 * Looks for secrets wherever a run could have left one: the files of the server and of the home (logs, output channels,
 * storage, settings, state), the browser's storage, the console, the words on the screen and in its pictures, and
 * process arguments.
 *
 * @param secrets long ones, which appear nowhere by chance
 * @param codes 6-digit ones, looked for where we write ourselves: elsewhere such numbers are common
 */
export async function findSecrets(
  window: Workbench,
  { secrets, codes }: { secrets: readonly string[]; codes: readonly string[] },
): Promise<Find[]> {
  if (window.pictured.length === 0)
    throw new Error('No picture was looked at: does the window hold secrets?');
  const texts = new Map<string, string>([
    ['the console', window.log().join('\n')],
    ['the screen', await words(window.page)],
    ['the pictures', window.pictured.join('\n')],
    ['the browser’s storage', await browserStorage(window.page)],
    ['process arguments', await processArguments()],
  ]);
  for (const folder of [window.folder, stage().home]) {
    for (const file of await filesBelow(folder))
      texts.set(file, await readFile(file, 'latin1').catch(() => ''));
  }
  const codePattern = new RegExp(`(?<![\\d.])(?:${codes.join('|')})(?![\\d.])`);
  return [...texts].flatMap(([place, text]) => [
    ...secrets
      .filter((secret) => text.includes(secret))
      .map((secret) => ({ place, mark: secret.slice(0, 6) })),
    ...(isOurs(place) && codes.length > 0 && codePattern.test(text) ? [{ place, mark: 'a code' }] : []),
  ]);
}

function isOurs(place: string): boolean {
  return !place.startsWith('/') || /gpu-rental|GPU Rental|settings\.json/.test(place);
}

/** All files but those of the installed extensions, which were there before. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !relative(folder, file).startsWith('extensions/'));
}

/** Local and session storage, and all of IndexedDB, where the workbench keeps its state. */
function browserStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('IndexedDB cannot be read.'));
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const values: unknown[] = await result(database.transaction(store).objectStore(store).getAll());
        found.push(
          values.map((value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value)),
        );
      }
      database.close();
    }
    return JSON.stringify(found);
  });
}

/** Of all processes, where the system shows them. */
async function processArguments(): Promise<string> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.join('\n');
}
