import { expect } from 'vitest';
import type { Workbench } from './workbench';

/** A page writes its storage down a moment later; a person who is quicker is asked whether to leave. */
export async function stored(window: Workbench, text: string): Promise<void> {
  const isThere = () =>
    window.page.evaluate(async (wanted) => {
      const finished = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(new Error('The storage cannot be read.'));
        });
      const found: boolean[] = [];
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await finished(indexedDB.open(name));
        for (const store of database.objectStoreNames) {
          const values = await finished(database.transaction(store).objectStore(store).getAll());
          found.push(values.some((value) => String(value).replaceAll('\\', '').includes(wanted)));
        }
        database.close();
      }
      return found.includes(true);
    }, text);
  await expect.poll(isThere, { interval: 200 }).toBe(true);
}
