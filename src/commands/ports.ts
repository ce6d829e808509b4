import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type Call, read } from './call';
import type { Services } from './services';

/** `host:port` of a port row. */
const address = z.string().check(z.regex(/^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):\d{1,5}$/));

/** Opens a mapped or forwarded port in the browser. */
export async function openPort(_services: Services, call: Call): Promise<{ opened: boolean }> {
  const uri = vscode.Uri.parse(`http://${read(call.arguments, 'address', address)}/`, true);
  return { opened: await vscode.env.openExternal(uri) };
}

/** Copies the address of a mapped or forwarded port. */
export async function copyPort(_services: Services, call: Call): Promise<{ address: string }> {
  const copied = read(call.arguments, 'address', address);
  await vscode.env.clipboard.writeText(copied);
  if (call.interactive) vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) {0} copied', copied), 3000);
  return { address: copied };
}
