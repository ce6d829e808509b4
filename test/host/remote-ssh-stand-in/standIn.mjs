import * as vscode from 'vscode';

/**
 * Presence and two settings are what it has; to resolve a remote authority it would need a proposed API of VS Code. In
 * a window that test/host/front opened instead, it says so.
 */
export function activate() {
  if (vscode.env.remoteName !== 'ssh-remote') return;
  void vscode.window.showInformationMessage(
    'This window is on the instance, through its own SSH server. A stand-in for Remote-SSH opened it, and a folder of your computer stands in for the machine.',
    'OK',
  );
}
