import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { showStatus } from '../../ask/notify';
import { sshAddresses } from '../../ssh/address';
import { aliasOf } from '../../ssh/alias';
import { explicitSshArguments, formatCommandLine, sshArguments } from '../../ssh/run/sshCommand';
import type { Call } from '../call';
import { knownInstance, targetInstance } from '../instances/targetInstance';
import type { Services } from '../../prompts/services';

/** Copies a command line that opens a shell on an instance from any terminal on this computer. */
export async function copySshCommand(
  services: Pick<Services, 'instances' | 'sshEntries' | 'sshSetup'>,
  call: Call,
): Promise<{ command: string } | undefined> {
  const running = ({ phase }: { phase: string }) => phase === 'running';
  const id = await targetInstance(services, call, vscode.l10n.t('Copy SSH Command'), running);
  if (id === undefined) return undefined;
  const found = sshAddresses(await knownInstance(services, id));
  if (!('addresses' in found)) throw new LocalError('may_pass', found.message);
  const [address] = found.addresses;
  if (!address) return undefined;
  const { config, program, user, identityFile, ...files } = services.sshSetup();
  await services.sshEntries.sync();
  // The short form needs our Include. Before the person agreed to it, use the long form.
  const included = (await config.includeState()) === 'present';
  const parts = included
    ? sshArguments({ alias: aliasOf(id), ...files })
    : explicitSshArguments(address, user, identityFile);
  const command = formatCommandLine([program, ...parts]);
  await vscode.env.clipboard.writeText(command);
  if (call.interactive) showStatus('check', vscode.l10n.t('SSH command copied'), 3000);
  return { command };
}
