import { ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './inHost';

/** A panel whose browser side is the test; like a real one it refuses its webview once it is closed. */
class PanelStandIn<View extends { busy: boolean }, Message> {
  /** Everything that the host sent, in its order. */
  readonly messages: ({ kind: string } | { kind: 'view'; view: View })[] = [];
  isOpen = true;
  visible = true;
  readonly #received = new vscode.EventEmitter<Message>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly #stateChanged = new vscode.EventEmitter<void>();
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = this.#stateChanged.event;
  readonly #webview = {
    html: '',
    cspSource: '',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: this.#received.event,
    postMessage: (message: { kind: string } | { kind: 'view'; view: View }) =>
      Promise.resolve(this.messages.push(message) > 0),
  };

  get webview() {
    if (!this.isOpen) throw new Error('Webview is disposed');
    return this.#webview;
  }

  reveal(): void {
    ok(this.isOpen);
  }

  dispose(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#disposed.fire();
  }

  /** Another tab comes in front of it, or goes. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    this.#stateChanged.fire();
  }

  /** The last message of this kind. */
  last(kind: string): unknown {
    return this.messages.findLast((message) => message.kind === kind);
  }

  get view(): View | undefined {
    const message = this.messages.findLast((one) => 'view' in one);
    return message && 'view' in message ? message.view : undefined;
  }

  send(message: Message): void {
    this.#received.fire(message);
  }

  /** Sends what a person did, and waits until it is done. */
  async do(message: Message & { kind: string }): Promise<void> {
    this.send(message);
    await until(() => this.view?.busy === false, message.kind);
  }

  /** Sends it and closes the panel before the answer. */
  doAndClose(message: Message): void {
    this.send(message);
    this.dispose();
  }
}

/** Stands in for every panel that is opened, until it leaves. */
export class PanelStandIns<View extends { busy: boolean }, Message> {
  readonly opened: PanelStandIn<View, Message>[] = [];
  readonly #create = vscode.window.createWebviewPanel;

  constructor() {
    Object.assign(vscode.window, { createWebviewPanel: () => this.#add() });
  }

  /** One that VS Code shows again after the window was reloaded. */
  comeBack(): vscode.WebviewPanel {
    return this.#add() as unknown as vscode.WebviewPanel;
  }

  #add(): PanelStandIn<View, Message> {
    const panel = new PanelStandIn<View, Message>();
    this.opened.push(panel);
    return panel;
  }

  leave(): void {
    Object.assign(vscode.window, { createWebviewPanel: this.#create });
  }
}
