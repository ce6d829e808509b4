import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

export interface AxeOptions {
  /** Only by the rules that another theme can break, once the others have been asked. */
  colors?: boolean;
  /** An element of the page, as a selector; rules about a whole page say nothing about it. */
  within?: string;
}

/** What axe finds wrong in a page or a frame by all of its rules that are on by themselves, in a line each. */
export async function axeViolations(
  page: Page | Frame,
  { colors = false, within }: AxeOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await axeSource());
  const what = within === undefined ? 'document' : JSON.stringify(within);
  const rules = colors
    ? { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
    : within === undefined
      ? {}
      : { rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } } };
  // Lines leave the page, as the whole result tells of every node what is right about it.
  return page.evaluate<string[]>(`axe
    .run(${what}, ${JSON.stringify({ ...rules, resultTypes: ['violations'] })})
    .then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' | ')))`);
}

/** Axe's script, as the package for Playwright brings it along. */
async function axeSource(): Promise<string> {
  const require = createRequire(import.meta.url);
  const beside = createRequire(require.resolve('@axe-core/playwright'));
  return readFile(beside.resolve('axe-core/axe.min.js'), 'utf8');
}
