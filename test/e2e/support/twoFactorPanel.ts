import jsQR from 'jsqr';
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { axeViolations } from '../../host/axe';
import { patience } from './patience';

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
    const end = Date.now() + patience;
    while (Date.now() < end) {
      // What was begun just before still draws the page anew, and takes the focus along.
      await this.content.locator('main[aria-busy="false"]').waitFor();
      if ((await focusedName(frame)) === name) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`The keyboard does not reach "${name}".`);
  }

  /** Presses what is named by keyboard; resolves to the name of what has the focus once the service has answered. */
  async workByKey(name: string): Promise<string> {
    await this.tabTo(name);
    const frame = await this.frame();
    await frame.evaluate(watchWork);
    await this.page.keyboard.press('Enter');
    await frame.evaluate('window.workDone');
    return this.focused();
  }

  /** The name of what has the focus; empty if it is the body. */
  async focused(): Promise<string> {
    const frame = await this.frame();
    // What was drawn takes the focus along in the frame after it.
    await frame.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const isLost = await frame.evaluate('document.activeElement === document.body');
    return isLost === true ? '' : focusedName(frame);
  }

  /** The buttons that are wider than the panel, or whose words are. */
  async cutOff(): Promise<string[]> {
    const frame = await this.frame();
    return frame.evaluate(() => {
      const root = document.querySelector('panel-app')?.shadowRoot;
      const buttons = [...(root?.querySelectorAll('vscode-button') ?? [])];
      const width = document.documentElement.clientWidth;
      return buttons
        .filter((button) => {
          const base = button.shadowRoot?.querySelector('.base');
          const isNarrow = base !== null && base !== undefined && base.scrollWidth > base.clientWidth;
          return isNarrow || button.getBoundingClientRect().right > width;
        })
        .map((button) => button.textContent?.trim() ?? '');
    });
  }

  /** Waits until the panel has the window's theme. */
  async waitForTheme(theme: 'light' | 'dark' | 'high-contrast'): Promise<void> {
    await this.content.locator(`body.vscode-${theme}`).waitFor();
  }

  /** @param colors only by the rules that another theme can break, once the others have been asked */
  async violations({ colors = false } = {}): Promise<string[]> {
    return axeViolations(await this.frame(), { colors });
  }

  private async frame(): Promise<Frame> {
    const element = await this.body.elementHandle();
    const frame = await element?.ownerFrame();
    if (!frame) throw new Error('The panel is not there.');
    return frame;
  }
}

/** Runs in the panel: `workDone` resolves after it was busy. */
const watchWork = `(() => {
  const main = document.querySelector('panel-app').shadowRoot.querySelector('main');
  window.workDone = new Promise((done) => {
    new MutationObserver((_, observer) => {
      if (main.getAttribute('aria-busy') === 'true') return;
      observer.disconnect();
      done();
    }).observe(main, { attributeFilter: ['aria-busy'] });
  });
})()`;

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
