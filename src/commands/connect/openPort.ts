import * as vscode from 'vscode';
import { type Call, read } from '../call';
import { portAddress } from './portArguments';

/** Opens a mapped or forwarded port in the browser. */
export async function openPort(_services: unknown, call: Call): Promise<{ opened: boolean }> {
  const uri = vscode.Uri.parse(`http://${read(call.arguments, 'address', portAddress)}/`, true);
  return { opened: await vscode.env.openExternal(uri) };
}
