import * as vscode from 'vscode';
import { proposedPorts } from '../domain/instances/proposedPorts';
import type { SharedInstance } from '../domain/instances/sharedInstance';
import { pick } from './steps';

/** Asks for a port of an instance: a proposed one, or any that is entered. Undefined if the person cancelled. */
export async function askRemotePort(ports: SharedInstance['ports']): Promise<number | undefined> {
  const proposed = proposedPorts(ports);
  const step = await pick(
    proposed.map(({ port, published }) =>
      row(port, published ? vscode.l10n.t('Published by the instance') : vscode.l10n.t('Often used')),
    ),
    {
      title: vscode.l10n.t('Forward Port'),
      placeholder: vscode.l10n.t('Select a port of the instance, or enter one from 1 to 65535'),
      typed: (text) => {
        const port = Number(text);
        const isPort = /^\s*\d+\s*$/.test(text) && port >= 1 && port <= 65_535;
        return isPort && !proposed.some((one) => one.port === port) ? row(port, '') : undefined;
      },
    },
  );
  return step.kind === 'done' ? step.value.item?.port : undefined;
}

const row = (port: number, description: string) => ({ label: String(port), description, port });
