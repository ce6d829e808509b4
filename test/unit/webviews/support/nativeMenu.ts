import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as z from 'zod/mini';
import { repository } from '../../../host/paths';

const contributed = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    menus: z.object({
      commandPalette: z.array(z.object({ command: z.string(), when: z.string() })),
      'webview/context': z.array(z.object({ command: z.string(), when: z.string(), group: z.string() })),
    }),
  }),
});

/** What the manifest says of commands and their menus. */
export const { commands, menus } = z.parse(
  contributed,
  JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')),
).contributes;

/** Where the extension's commands for the offers panel begin. */
export const menuCommand = 'gpuRental.offersPanel.';

export interface OpenedMenu {
  /** What the commands are given. */
  context: Record<string, unknown>;
  x: number;
  y: number;
  /** The last parts of the commands, in their order. */
  items: string[];
}

type Seen = Pick<OpenedMenu, 'context' | 'x' | 'y'>;

/** Stands in for the menus that VS Code shows of a page: it finds out what for in the way that VS Code does. */
export class NativeMenu {
  readonly #page: Page;
  #read = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async in(page: Page): Promise<NativeMenu> {
    await page.evaluate(listen);
    return new NativeMenu(page);
  }

  /** How many were opened. */
  count(): Promise<number> {
    return this.#page.evaluate('window.menus.length');
  }

  /** The menu that was opened last; fails if there is none since the last look. */
  async opened(): Promise<OpenedMenu> {
    const all = await this.#page.evaluate<Seen[]>('window.menus');
    if (all.length <= this.#read) throw new Error('No menu was opened.');
    this.#read = all.length;
    const seen = all.at(-1)!;
    return { ...seen, items: itemsFor({ ...seen.context, webviewId: 'gpuRental.offers' }) };
  }
}

/** The items that are shown, by their conditions: names, their negation and `==`, joined by `&&`. */
function itemsFor(context: Record<string, unknown>): string[] {
  const holds = (condition: string): boolean => {
    const [name = '', value] = condition.split(' == ');
    if (value !== undefined) return context[name] === value;
    return name.startsWith('!') ? !context[name.slice(1)] : context[name] === true;
  };
  return menus['webview/context']
    .filter(({ when }) => when.split(' && ').every(holds))
    .sort((one, other) => (one.group < other.group ? -1 : 1))
    .map(({ command }) => command.replace(menuCommand, ''));
}

/** Runs in the page. */
function listen(): void {
  const isNew = !('menus' in window);
  Object.assign(window, { menus: [] });
  if (!isNew) return;
  window.addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    event.preventDefault();
    const element = event.target.closest<HTMLElement>('[data-vscode-context]');
    const context = JSON.parse(element?.dataset.vscodeContext ?? '{}') as Record<string, unknown>;
    (window as unknown as { menus: Seen[] }).menus.push({ context, x: event.clientX, y: event.clientY });
  });
}
