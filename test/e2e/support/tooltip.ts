import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Rests the mouse on something until its tooltip is shown. A tooltip goes when what is below it is drawn anew, and comes
 * back only when the mouse moves.
 *
 * @param text what the tooltip says
 */
export async function showTooltip(over: Locator, text: string | RegExp = ''): Promise<Locator> {
  const page = over.page();
  const tooltip = page.locator('.monaco-hover:visible', { hasText: text }).first();
  const isShown = async (): Promise<boolean> => {
    if (await tooltip.isVisible()) return true;
    // An empty place of the title bar.
    await page.mouse.move(200, 8);
    await over.hover();
    return tooltip.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isShown).toBe(true);
  return tooltip;
}
