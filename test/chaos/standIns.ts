import * as vscode from 'vscode';

/** A view as its window knows it. What it draws is asked for as VS Code asks. */
export interface Tree {
  view: vscode.TreeView<unknown>;
  provider: vscode.TreeDataProvider<unknown>;
  setVisible: (isVisible: boolean) => void;
}

export function treeOf(provider: vscode.TreeDataProvider<unknown>): Tree {
  const seen = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  const nothing = new vscode.EventEmitter<never>().event;
  const view = Object.assign(new vscode.Disposable(() => seen.dispose()), {
    visible: false,
    selection: [],
    onDidChangeVisibility: seen.event,
    onDidChangeSelection: nothing,
    onDidExpandElement: nothing,
    onDidCollapseElement: nothing,
    onDidChangeCheckboxState: nothing,
    reveal: () => Promise.resolve(),
  });
  const setVisible = (visible: boolean) => {
    if (view.visible === visible) return;
    view.visible = visible;
    seen.fire({ visible });
  };
  return { view: view, provider, setVisible };
}

/** An output channel that keeps its lines. */
export function logChannelOf(lines: string[]) {
  const write = (level: string) => (line: string) => void lines.push(`${level} ${line}`);
  return {
    name: 'GPU Rental',
    logLevel: vscode.LogLevel.Trace,
    onDidChangeLogLevel: new vscode.EventEmitter<never>().event,
    ...Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error'].map((level) => [level, write(level)])),
    append: write('append'),
    appendLine: write('append'),
    replace: write('replace'),
    clear: () => undefined,
    show: () => undefined,
    hide: () => undefined,
    dispose: () => undefined,
  };
}
