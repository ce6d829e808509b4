import * as vscode from 'vscode';
import type { Dialogs } from '../ask/dialogs';
import { showWarning } from '../ask/notify';
import { PersonCall } from '../ask/caller';
import { readLink } from '../domain/link';
import { InstanceNode } from '../views/instances/instanceNodes';
import { callCommand } from '../commandNames';

/** Runs one of our commands like a person would. */
export type RunCommand = (name: 'connect' | 'rentFromTemplate', argument: unknown) => Thenable<unknown>;

export const runCommand: RunCommand = (name, argument) => callCommand(name, argument);

/**
 * Links from outside. Anyone can write one, so a link only opens a dialog. If the person agrees, the command runs with all its own questions.
 */
export class UriHandler implements vscode.UriHandler {
  readonly #dialogs: Pick<Dialogs, 'confirm'>;
  readonly #run: RunCommand;

  constructor(dialogs: Pick<Dialogs, 'confirm'>, run: RunCommand) {
    this.#dialogs = dialogs;
    this.#run = run;
  }

  async handleUri(uri: Pick<vscode.Uri, 'path' | 'query'>): Promise<void> {
    const link = readLink(uri);
    if (link?.kind === 'connect') await this.#connect(link.instanceId);
    else if (link?.kind === 'rent') await this.#rent(link.hashId);
    else await showWarning(vscode.l10n.t('GPU Rental can’t open this link.'));
  }

  async #connect(id: number): Promise<void> {
    const agreed = await this.#dialogs.confirm({
      message: vscode.l10n.t('Connect to instance {0}?', id),
      detail: vscode.l10n.t('Only your own instances can be opened.'),
      yes: vscode.l10n.t('Connect'),
      askedBy: 'link',
    });
    if (agreed) await this.#run('connect', new InstanceNode(id));
  }

  async #rent(hashId: string): Promise<void> {
    const agreed = await this.#dialogs.confirm({
      message: vscode.l10n.t('Open the launch form for template {0}?', hashId.slice(0, 40)),
      detail: vscode.l10n.t('Nothing is rented until you’ve seen the template and confirmed a price.'),
      yes: vscode.l10n.t('Open Launch Form'),
      askedBy: 'link',
    });
    if (agreed) await this.#run('rentFromTemplate', new PersonCall({ hashId }));
  }
}
