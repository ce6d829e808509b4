import * as vscode from 'vscode';
import type { Life, Time } from './time';

/** The browser side of a panel. */
export interface Page {
  receive(message: unknown): void;
  /** What VS Code keeps of it while the window is reloaded. */
  readonly state: unknown;
}

/** Makes the browser side of a panel each time that VS Code loads it. */
export type LoadPage = (panel: SimulatedPanel) => Page;

/** What VS Code shows again in the next window. */
export interface LeftPanel {
  viewType: string;
  title: string;
  state: unknown;
}

interface PanelWorld {
  time: Time;
  life: Life;
  load: LoadPage;
  left: LeftPanel[];
}

/** Milliseconds until a page has been loaded. */
const loading = 50;

/** A webview panel, as its window knows it. */
export class SimulatedPanel {
  readonly viewType: string;
  readonly keepsPage: boolean;
  readonly host: vscode.WebviewPanel;
  isVisible = true;
  isDisposed = false;
  page: Page | undefined;
  readonly #world: PanelWorld;
  readonly #received = new vscode.EventEmitter<unknown>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly #viewState = new vscode.EventEmitter<{ webviewPanel: vscode.WebviewPanel }>();

  constructor(world: PanelWorld, viewType: string, title: string, keepsPage: boolean, reveal: () => void) {
    this.#world = world;
    this.viewType = viewType;
    this.keepsPage = keepsPage;
    const load = () => this.#load();
    const isVisible = () => this.isVisible;
    let html = '';
    const webview = {
      options: {},
      cspSource: 'self',
      onDidReceiveMessage: this.#received.event,
      postMessage: (message: unknown) => this.#post(message),
      asWebviewUri: (uri: vscode.Uri) => uri,
      get html() {
        return html;
      },
      set html(text) {
        html = text;
        load();
      },
    };
    this.host = {
      ...{ viewType, title, webview, options: {}, viewColumn: vscode.ViewColumn.One },
      get visible() {
        return isVisible();
      },
      get active() {
        return isVisible();
      },
      onDidDispose: this.#disposed.event,
      onDidChangeViewState: this.#viewState.event,
      reveal,
      dispose: () => this.close(),
    };
  }

  /** The life of its window. */
  get life(): Life {
    return this.#world.life;
  }

  /** From the page to the extension. */
  send(message: unknown): void {
    const { time, life } = this.#world;
    time.after(1, () => this.isDisposed || this.#received.fire(message), life);
  }

  setVisible(isVisible: boolean): void {
    if (this.isDisposed || isVisible === this.isVisible) return;
    this.isVisible = isVisible;
    if (!this.keepsPage && !isVisible) this.page = undefined;
    if (isVisible && !this.page) this.#load();
    this.#viewState.fire({ webviewPanel: this.host });
  }

  close(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.page = undefined;
    this.#disposed.fire();
  }

  #load(): void {
    const { time, life, load } = this.#world;
    this.page = undefined;
    time.after(
      loading,
      () => {
        if (this.isDisposed || (!this.isVisible && !this.keepsPage)) return;
        this.page = load(this);
        this.send({ kind: 'ready' });
      },
      life,
    );
  }

  #post(message: unknown): Promise<boolean> {
    if (this.isDisposed) throw new Error('Webview is disposed');
    const { time, life } = this.#world;
    const text = JSON.stringify(message);
    if (this.page) time.after(1, () => this.page?.receive(JSON.parse(text)), life);
    return Promise.resolve(this.page !== undefined);
  }
}

/** The panels of one window; one of them is in front. */
export class Panels {
  readonly #world: PanelWorld;
  readonly #serializers = new Map<string, vscode.WebviewPanelSerializer>();
  readonly #all = new Set<SimulatedPanel>();

  constructor(world: PanelWorld) {
    this.#world = world;
  }

  get open(): SimulatedPanel[] {
    return [...this.#all].filter(({ isDisposed }) => !isDisposed);
  }

  create(
    viewType: string,
    title: string,
    options: { retainContextWhenHidden?: boolean } = {},
  ): SimulatedPanel {
    const panel: SimulatedPanel = new SimulatedPanel(
      this.#world,
      viewType,
      title,
      options.retainContextWhenHidden ?? false,
      () => this.reveal(panel),
    );
    this.#all.add(panel);
    this.reveal(panel);
    return panel;
  }

  reveal(panel: SimulatedPanel): void {
    for (const one of this.open) one.setVisible(one === panel);
  }

  serialize(viewType: string, serializer: vscode.WebviewPanelSerializer): vscode.Disposable {
    this.#serializers.set(viewType, serializer);
    return new vscode.Disposable(() => this.#serializers.delete(viewType));
  }

  /** Shows the panels of the windows before. */
  async restore(): Promise<void> {
    for (const { viewType, title, state } of this.#world.left.splice(0)) {
      const panel = this.create(viewType, title, { retainContextWhenHidden: true });
      await this.#serializers.get(viewType)?.deserializeWebviewPanel(panel.host, state);
    }
  }

  /** The window is gone. */
  leave(): void {
    for (const { viewType, host, page } of this.open)
      if (this.#serializers.has(viewType))
        this.#world.left.push({ viewType, title: host.title, state: page?.state });
  }
}
