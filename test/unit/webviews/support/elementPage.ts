import * as esbuild from 'esbuild';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { panelHtml } from '../../../../src/webviews/shared/html';
import { axeViolations } from '../../../host/axe';
import { repository } from '../../../host/paths';
import { ServedPage } from './servedPage';
import themes from './themes.json';

export type ThemeName = keyof typeof themes;
export const themeNames: readonly ThemeName[] = ['light', 'dark', 'highContrast', 'highContrastLight'];

export interface ElementPageOptions {
  /** The file of the element in `src/webviews`, without `.ts`. */
  module: string;
  /** The element's name. */
  element: string;
  viewport?: { width: number; height: number };
  /** Device pixels for a CSS pixel. */
  scale?: number;
  /** It is a whole panel, which connects to its host. */
  isPanel?: boolean;
}

/** One element of a panel in a page of its own, under the policy and with the colors that it has in VS Code. */
export class ElementPage {
  readonly page: Page;
  readonly element: Locator;
  /** What went wrong in the page, and what its policy refused. */
  readonly errors: readonly string[];
  readonly #served: ServedPage;
  readonly #name: string;
  readonly #isPanel: boolean;

  private constructor(served: ServedPage, name: string, isPanel: boolean) {
    this.#served = served;
    this.page = served.page;
    this.errors = served.errors;
    this.element = served.page.locator(name);
    this.#name = name;
    this.#isPanel = isPanel;
  }

  static async open(browser: Browser, options: ElementPageOptions): Promise<ElementPage> {
    const { module, element, viewport = { width: 1000, height: 600 }, scale = 1, isPanel = false } = options;
    const script = await bundled(module);
    const html = (address: string): string =>
      panelHtml(address, element, 'en').replaceAll('panel-app', element);
    const before = isPanel ? [host] : [];
    const served = await ServedPage.open(browser, { viewport, scale, html, script, before });
    const opened = new ElementPage(served, element, isPanel);
    await opened.useTheme('dark');
    return opened;
  }

  /** Changes the page as VS Code does with its theme. */
  async useTheme(name: ThemeName): Promise<void> {
    await this.page.evaluate(({ body, variables }) => {
      document.body.className = body;
      document.documentElement.removeAttribute('style');
      for (const [variable, value] of Object.entries(variables))
        document.documentElement.style.setProperty(`--vscode-${variable}`, value);
    }, themes[name]);
  }

  /** Sets the element's properties, lists as JSON as they come from the host, and waits until it is drawn. */
  async set(properties: object): Promise<void> {
    const all = Object.entries(properties).map(([name, value]: [string, unknown]) =>
      Array.isArray(value) ? { name, list: JSON.stringify(value) } : { name, value },
    );
    await this.element.evaluate(async (element, given) => {
      for (const { name, value, list } of given)
        Object.assign(element, { [name]: list === undefined ? value : (JSON.parse(list) as unknown) });
      await nextFrame();
      await nextFrame();
      function nextFrame(): Promise<unknown> {
        return new Promise((done) => requestAnimationFrame(done));
      }
    }, all);
  }

  /** Sends messages to a panel, one after the other and as JSON, as its host does. */
  async receive(...messages: unknown[]): Promise<void> {
    await this.page.evaluate((all) => {
      for (const data of JSON.parse(all) as unknown[])
        window.dispatchEvent(new MessageEvent('message', { data }));
    }, JSON.stringify(messages));
  }

  /** Keeps the details of these events, for `heard`. */
  async listen(...names: string[]): Promise<void> {
    await this.element.evaluate((element, all) => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      for (const name of all)
        element.addEventListener(name, (event) => {
          heard.push([name, event instanceof CustomEvent ? event.detail : undefined]);
        });
    }, names);
  }

  /** The names and details of all events since `listen`. */
  async heard(): Promise<unknown> {
    return this.page.evaluate('window.heard');
  }

  /**
   * What axe finds wrong, in a line each.
   *
   * @param colors only by the rules that a theme can break
   */
  async violations({ colors = false } = {}): Promise<string[]> {
    return axeViolations(this.page, this.#isPanel ? { colors } : { colors, within: this.#name });
  }

  /** Makes a function of the test callable in the page. */
  expose(name: string, callback: (argument: unknown) => void): Promise<void> {
    return this.#served.expose(name, callback);
  }

  close(): Promise<void> {
    return this.#served.close();
  }
}

/** The host of a panel, which keeps what it is sent. */
const host =
  'window.sentToHost = []; window.acquireVsCodeApi = () => ({ postMessage: (one) => void window.sentToHost.push(one), getState: () => undefined, setState: () => undefined });';

/** What was built so far; an element is the same for every test of a file. */
const bundles = new Map<string, Promise<string>>();

function bundled(module: string): Promise<string> {
  const known = bundles.get(module) ?? bundle(module);
  bundles.set(module, known);
  return known;
}

async function bundle(module: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `import './src/webviews/${module}';
        import { styleBody } from './src/webviews/shared/ui/page';
        import { css } from 'lit';
        ${pageStyle}
        styleBody();`,
      resolveDir: repository,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'chrome138',
    logLevel: 'warning',
    alias: { '@vscode/l10n': join(repository, 'node_modules/@vscode/l10n/dist/browser.js') },
  });
  return outputFiles[0]?.text ?? '';
}

/** What VS Code says of every webview. */
const pageStyle = `
  const page = css\`
    body { margin: 0; padding: 0 20px; color: var(--vscode-editor-foreground);
      font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }\`;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, page.styleSheet];
`;
