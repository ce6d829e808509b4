import * as vscode from 'vscode';
import type { Dialogs } from '../connect/dialogs';
import { InstanceNode } from '../views/instanceNodes';

/** Runs a command of this extension as a person's call. */
export type RunCommand = (name: 'connect' | 'rentFromTemplate', argument: unknown) => Thenable<unknown>;

export const runCommand: RunCommand = (name, argument) =>
  vscode.commands.executeCommand(`gpuRental.${name}`, argument);

/**
 * Links from outside: `/connect?instance=<id>` and `/rent?template=<hash_id>`. Anybody can write one, so all that one
 * does is to open a dialog; with the person's consent the command goes on with all its own questions.
 */
export class UriHandler implements vscode.UriHandler {
  readonly #dialogs: Pick<Dialogs, 'confirm'>;
  readonly #run: RunCommand;

  constructor(dialogs: Pick<Dialogs, 'confirm'>, run: RunCommand) {
    this.#dialogs = dialogs;
    this.#run = run;
  }

  async handleUri({ path, query }: Pick<vscode.Uri, 'path' | 'query'>): Promise<void> {
    const values = new URLSearchParams(query);
    const instance = values.get('instance') ?? '';
    const hashId = values.get('template') ?? '';
    if (path === '/connect' && /^[1-9]\d{0,14}$/.test(instance)) await this.#connect(Number(instance));
    else if (path === '/rent' && /^[\w-]{1,128}$/.test(hashId)) await this.#rent(hashId);
    else
      await vscode.window.showWarningMessage(
        vscode.l10n.t('A link asked for something that GPU Rental does not know.'),
      );
  }

  async #connect(id: number): Promise<void> {
    const agreed = await this.#dialogs.confirm({
      message: vscode.l10n.t('Connect to instance {0}?', id),
      detail: vscode.l10n.t('A link asks for it. It has to be an instance of yours.'),
      yes: vscode.l10n.t('Connect'),
    });
    if (agreed) await this.#run('connect', new InstanceNode(id));
  }

  async #rent(hashId: string): Promise<void> {
    const agreed = await this.#dialogs.confirm({
      message: vscode.l10n.t('Open the launch form for the template {0}?', hashId.slice(0, 40)),
      detail: vscode.l10n.t(
        'A link asks for it. Nothing is rented before you have seen the template and agreed to a price.',
      ),
      yes: vscode.l10n.t('Open Launch Form'),
    });
    if (agreed) await this.#run('rentFromTemplate', new LinkedTemplate(hashId));
  }
}

/** A template that a link names: an argument that marks a person's call, as a row of a tree does. */
export class LinkedTemplate {
  readonly hashId: string;

  constructor(hashId: string) {
    this.hashId = hashId;
  }
}
