import * as esbuild from 'esbuild';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { panelHtml } from '../../../../src/webviews/shared/html';
import { repository } from '../../../host/paths';
import { ServedPage } from './servedPage';

export interface PanelPageOptions {
  /** The folder of the panel in `src/webviews`. */
  panel: string;
  /** What it loads; built from the source without one. */
  script?: string;
  /** What its host answers at once when it is there. */
  answers?: readonly unknown[];
  /** Runs before the panel does. */
  before?: string;
  /** Frames are drawn only when `drawFrame` is called. */
  framesByHand?: boolean;
}

/** The browser side of a panel in a page of its own, under the policy that it has in VS Code; the test is its host. */
export class PanelPage {
  readonly page: Page;
  /** What went wrong in the page, and what its policy refused. */
  readonly errors: readonly string[];
  readonly #served: ServedPage;

  private constructor(served: ServedPage) {
    this.#served = served;
    this.page = served.page;
    this.errors = served.errors;
  }

  static async open(browser: Browser, options: PanelPageOptions): Promise<PanelPage> {
    const { panel, answers = [], before = '', framesByHand = false } = options;
    const script = options.script ?? (await bundled(panel));
    const html = (address: string): string => panelHtml(address, panel, 'en');
    const host = `${hostInPage}(${JSON.stringify(answers)});`;
    const all = [host, `${before};${framesByHand ? frames : ''}`];
    return new PanelPage(await ServedPage.open(browser, { html, script, before: all }));
  }

  /** Sends messages to the panel, one right after the other and as JSON, as its host does. */
  async receive(...messages: unknown[]): Promise<void> {
    await this.page.evaluate(async (all) => {
      for (const message of JSON.parse(all) as unknown[]) {
        window.postMessage(message, '*');
        // A message is delivered in a turn of its own.
        await new Promise((done) => {
          window.addEventListener('message', done, { once: true });
        });
      }
    }, JSON.stringify(messages));
  }

  /** What the panel sent since it was opened. */
  async sent(): Promise<unknown> {
    return this.page.evaluate('window.sentToHost');
  }

  /** What VS Code would give back after a reload. */
  async kept(): Promise<unknown> {
    return this.page.evaluate('window.keptByEditor');
  }

  /** Runs what waits for the next frame. */
  async drawFrame(): Promise<void> {
    await this.page.evaluate('window.drawFrame()');
  }

  close(): Promise<void> {
    return this.#served.close();
  }
}

const hostInPage = `((answers) => {
  window.sentToHost = [];
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => {
      window.sentToHost.push(message);
      if (message.kind === 'ready') for (const answer of answers) window.postMessage(answer, '*');
    },
    getState: () => window.keptByEditor,
    setState: (state) => void (window.keptByEditor = state),
  });
})`;

const frames = `
  const waiting = [];
  window.requestAnimationFrame = (callback) => waiting.push(callback);
  window.drawFrame = () => waiting.splice(0).forEach((callback) => callback(performance.now()));
`;

const bundles = new Map<string, Promise<string>>();

function bundled(panel: string): Promise<string> {
  const known = bundles.get(panel) ?? bundle(panel);
  bundles.set(panel, known);
  return known;
}

async function bundle(panel: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(repository, 'src/webviews', panel, 'ui/app.ts')],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'chrome138',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}
