import * as vscode from 'vscode';
import { showStatus } from '../../ask/notify';
import { type Call, read } from '../call';
import { portAddress } from './portArguments';

/** Copies the address of a mapped or forwarded port. */
export async function copyPort(_services: unknown, call: Call): Promise<{ address: string }> {
  const copied = read(call.arguments, 'address', portAddress);
  await vscode.env.clipboard.writeText(copied);
  if (call.interactive) showStatus('check', vscode.l10n.t('{0} copied', copied), 3000);
  return { address: copied };
}
