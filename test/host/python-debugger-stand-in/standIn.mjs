import * as vscode from 'vscode';

/** As the extension does for `"request": "attach"` with `connect`: debugpy itself is the adapter. */
export function activate(context) {
  const createDebugAdapterDescriptor = ({ configuration: { connect } }) =>
    new vscode.DebugAdapterServer(Number(connect.port), connect.host ?? '127.0.0.1');
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory('debugpy', { createDebugAdapterDescriptor }),
  );
}
