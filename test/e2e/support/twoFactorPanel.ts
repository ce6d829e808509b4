import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import jsQR from 'jsqr';
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** What axe found, in a line each. */
export type Violations = string[];

/** The panel for two-factor authentication, as a person sees and uses it. */
export class TwoFactorPanel {
  private readonly page: Page;
  private readonly content: FrameLocator;

  constructor(page: Page) {
    this.page = page;
    // A webview is a frame within a frame.
    this.content = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  /** Waits for the page of the panel that has this heading. */
  async waitFor(heading: string | RegExp): Promise<void> {
    await this.content.getByRole('heading', { name: heading }).first().waitFor();
  }

  get body(): Locator {
    return this.content.locator('main');
  }

  button(name: string | RegExp): Locator {
    return this.content.getByRole('button', { name });
  }

  field(label: string): Locator {
    return this.content.getByRole('textbox', { name: label });
  }

  choice(label: string | RegExp): Locator {
    return this.content.getByRole('radio', { name: label });
  }

  /** What stands beside an input because it was refused. */
  get problem(): Locator {
    return this.content.getByRole('alert');
  }

  async press(name: string | RegExp): Promise<void> {
    await this.button(name).click();
  }

  /** Types into a field and sends its form. */
  async enter(label: string, text: string): Promise<void> {
    await this.field(label).fill(text);
    await this.field(label).press('Enter');
  }

  /** The drawn picture as a reader on a phone sees it: what it says. */
  async scan(): Promise<string> {
    const { data, width, height } = PNG.sync.read(await this.content.locator('svg.qr').screenshot());
    const found = jsQR(new Uint8ClampedArray(data), width, height);
    if (!found) throw new Error('The picture cannot be read.');
    return found.data;
  }

  async codes(): Promise<string[]> {
    return this.content.locator('ol.codes code').allInnerTexts();
  }

  /** Presses Tab until the focus is on what has this name, and fails when that does not come in time. */
  async tabTo(name: string): Promise<void> {
    const frame = await this.frame();
    const end = Date.now() + 15_000;
    while (Date.now() < end) {
      // What was begun just before still draws the page anew, and takes the focus along.
      await this.content.locator('main[aria-busy="false"]').waitFor();
      if ((await focusedName(frame)) === name) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`The keyboard does not reach "${name}".`);
  }

  /** Waits until the panel has the window's theme. */
  async waitForTheme(theme: 'light' | 'dark' | 'high-contrast'): Promise<void> {
    await this.content.locator(`body.vscode-${theme}`).waitFor();
  }

  /**
   * What axe finds wrong in the panel by all of its rules that are on by themselves.
   *
   * @param colours only by the rules that another theme can break, once the others have been asked
   */
  async violations({ colours = false } = {}): Promise<Violations> {
    const frame = await this.frame();
    if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(await axeSource());
    const rules = colours
      ? { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
      : {};
    const results = await frame.evaluate(`axe.run(document, ${JSON.stringify(rules)})`);
    return (results as AxeResults).violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
  }

  private async frame(): Promise<Frame> {
    const element = await this.body.elementHandle();
    const frame = await element?.ownerFrame();
    if (!frame) throw new Error('The panel is not there.');
    return frame;
  }
}

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** Axe's script, as the package for Playwright brings it along. */
async function axeSource(): Promise<string> {
  const require = createRequire(import.meta.url);
  const beside = createRequire(require.resolve('@axe-core/playwright'));
  return readFile(beside.resolve('axe-core/axe.min.js'), 'utf8');
}

/** The name that is read aloud for what has the focus, through all shadow trees. */
function focusedName(frame: Frame): Promise<string> {
  return frame.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    const host = focused?.getRootNode();
    const outer = host instanceof ShadowRoot ? host.host : undefined;
    const own = focused?.getAttribute('aria-label') ?? focused?.closest('label')?.textContent;
    const text = own?.trim() || focused?.textContent?.trim() || outer?.textContent?.trim();
    return (text ?? '').replaceAll(/\s+/g, ' ');
  });
}
