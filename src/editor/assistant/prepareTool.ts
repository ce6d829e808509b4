import * as vscode from 'vscode';
import { inputs } from './inputs';
import type { ToolName } from './toolNames';

/** What the chat says before and while a tool runs. Only numbers of the input: a text could be a link there. */
export function prepareTool(name: ToolName, given: unknown): vscode.PreparedToolInvocation {
  const { data } = inputs[name].safeParse(given);
  const id = data && 'instanceId' in data ? data.instanceId : 0;
  switch (name) {
    case 'searchOffers':
      return { invocationMessage: vscode.l10n.t('Searching offers') };
    case 'listInstances':
      return { invocationMessage: vscode.l10n.t('Listing instances') };
    case 'spending':
      return { invocationMessage: vscode.l10n.t('Adding up what was spent') };
    case 'diagnoseConnection':
      return { invocationMessage: vscode.l10n.t('Diagnosing the connection to instance {0}', id) };
    case 'showLogs':
      return asking(
        vscode.l10n.t('Reading the log of instance {0}', id),
        vscode.l10n.t('Read the log of instance {0}?', id),
        vscode.l10n.t('The log may contain passwords and tokens.'),
      );
    case 'connect':
      return asking(
        vscode.l10n.t('Connecting to instance {0}', id),
        vscode.l10n.t('Connect to instance {0}?', id),
        vscode.l10n.t('A window opens on it. A dialog asks before the instance is started.'),
      );
    case 'rentOffer':
      return asking(
        vscode.l10n.t('Renting an offer'),
        vscode.l10n.t('Rent an offer?'),
        vscode.l10n.t('A dialog shows the price before anything is rented.'),
      );
    case 'startInstance':
      return asking(
        vscode.l10n.t('Starting instance {0}', id),
        vscode.l10n.t('Start instance {0}?', id),
        vscode.l10n.t('A dialog shows the price before it is started.'),
      );
    case 'stopInstance':
      return asking(
        vscode.l10n.t('Stopping instance {0}', id),
        vscode.l10n.t('Stop instance {0}?', id),
        vscode.l10n.t('A dialog asks once more and says what it still costs.'),
      );
    case 'destroyInstance':
      return asking(
        vscode.l10n.t('Destroying instance {0}', id),
        vscode.l10n.t('Destroy instance {0}?', id),
        vscode.l10n.t('A dialog asks once more before anything is deleted.'),
      );
    case 'runOnGpu':
      return asking(
        vscode.l10n.t('Starting a run on instance {0}', id),
        vscode.l10n.t('Run commands on instance {0}?', id),
        vscode.l10n.t('A dialog shows the commands and what they can cost.'),
      );
    case 'followRun':
      return { invocationMessage: vscode.l10n.t('Looking at a run') };
  }
}

const asking = (
  invocationMessage: string,
  title: string,
  message: string,
): vscode.PreparedToolInvocation => ({ invocationMessage, confirmationMessages: { title, message } });
