import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { fewNames, gpuTitle } from '../../ask/instanceName';
import { commandId } from '../../commandNames';
import { formatPerHour } from '../../domain/money/cost';
import type { InstanceState } from '../../stores/instances/instanceChange';
import { projectFile, type ProjectFileError } from '../../stores/launch/projectLaunches';
import type { LeastPrice, ProjectOffer } from '../../stores/launch/projectOffer';
import { formatFacts } from '../../domain/format';

/** A row below the instances: what the open project offers to rent, or why its file can't be read. */
export class ProjectNode {
  /** Of the launch; undefined if there are several. */
  readonly launchName: string | undefined;

  constructor({ launches }: Pick<ProjectOffer, 'launches'>) {
    this.launchName = launches.length === 1 ? launches[0]?.name : undefined;
  }
}

/** Only beside a list: an empty one of somebody who isn't signed in says how to do that. */
export function projectNodes(
  project: Pick<ProjectOffer, 'launches' | 'problem'>,
  { accountId, fetchedAt }: InstanceState,
): ProjectNode[] {
  const isListed = accountId !== undefined && fetchedAt !== undefined;
  return isListed && (project.problem || project.launches.length > 0) ? [new ProjectNode(project)] : [];
}

export function projectItem(
  node: ProjectNode,
  { launches, problem, price }: Pick<ProjectOffer, 'launches' | 'problem' | 'price'>,
  accountId: string,
): vscode.TreeItem {
  if (problem) return problemItem(problem, accountId);
  const names = launches.map(({ name }) => plainText(name, 60));
  const label = vscode.l10n.t('Rent {0}', fewNames(names));
  const item = new vscode.TreeItem(label);
  item.id = `${accountId}/project`;
  // The price comes first, because the end is cut off in a narrow view.
  item.description = formatFacts(priceWords(price), vscode.l10n.t('this project'), gpuWords(price));
  item.iconPath = new vscode.ThemeIcon('bookmark');
  item.contextValue = ';projectOffer;';
  item.command = {
    command: commandId('rentSavedLaunch'),
    title: vscode.l10n.t('Rent Saved Launch'),
    arguments: [node],
  };
  const folders = [...new Set(launches.map(({ folder }) => plainText(folder, 60)))];
  item.tooltip = [
    vscode.l10n.t('{0}: {1}', label, item.description),
    vscode.l10n.t(
      'From {0} in {1}. Nothing is rented until you confirm the price.',
      projectFile,
      fewNames(folders),
    ),
  ].join('\n');
  item.accessibilityInformation = { label: vscode.l10n.t('{0}, {1}', label, item.description) };
  return item;
}

/** Opens the file, in which VS Code marks what is wrong. */
function problemItem({ uri, reason, message }: ProjectFileError, accountId: string): vscode.TreeItem {
  const label = vscode.l10n.t('Can’t read {0}', projectFile.slice(projectFile.lastIndexOf('/') + 1));
  const item = new vscode.TreeItem(label);
  item.id = `${accountId}/project`;
  item.description = reason;
  item.tooltip = message;
  item.iconPath = new vscode.ThemeIcon('warning');
  item.command = { command: 'vscode.open', title: vscode.l10n.t('Open File'), arguments: [uri] };
  item.accessibilityInformation = { label: vscode.l10n.t('{0}, {1}', label, reason) };
  return item;
}

function priceWords(price: LeastPrice): string {
  switch (price.kind) {
    case 'known':
      return vscode.l10n.t('from {0}', formatPerHour(price.perHour));
    case 'none':
      return vscode.l10n.t('no offers now');
    case 'unknown':
      return vscode.l10n.t('price unknown');
    case 'open':
      return vscode.l10n.t('the price depends on the offer');
    case 'looking':
      return '';
  }
}

const gpuWords = (price: LeastPrice): string =>
  price.kind === 'known'
    ? [gpuTitle(price.offer), ...(price.isBid ? [vscode.l10n.t('interruptible')] : [])].join(' · ')
    : '';
