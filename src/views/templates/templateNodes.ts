import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/templates/template';
import { launchOfTemplate } from '../../domain/launch/launchPrecedence';
import type { TemplateListName } from '../../stores/templates/templateLists';
import { runtypeWords } from '../../domain/instances/runtypeWords';
import { templateName } from '../../domain/templates/templateName';
import { dateAndTime } from '../../ask/timeWords';
import { type DetailNode, detailRows } from '../detailNode';
import { formatFacts, formatLines, formatNumber } from '../../domain/format';

/** A row of the templates view: a list of templates. */
export interface ListNode {
  kind: 'list';
  list: TemplateListName;
}

/** A document with unsent changes. */
export class DraftNode {
  readonly uri: vscode.Uri;

  constructor(uri: vscode.Uri) {
    this.uri = uri;
  }
}

/** A template in a list. A template can be in several lists. */
export class TemplateNode {
  readonly templateId: number;
  readonly list: TemplateListName;

  constructor(templateId: number, list: TemplateListName) {
    this.templateId = templateId;
    this.list = list;
  }
}

/** A row that only shows a message. */
export interface NoteNode {
  kind: 'note';
  text: string;
  command?: vscode.Command;
}

export function listTitle(list: TemplateListName): string {
  switch (list) {
    case 'mine':
      return vscode.l10n.t('Mine');
    case 'recommended':
      return vscode.l10n.t('Recommended');
    case 'found':
      return vscode.l10n.t('Found');
  }
}

export interface TemplateFacts {
  /** Whether it belongs to this account and can be edited and deleted. */
  isMine: boolean;
  hasDraft: boolean;
}

export function templateItem(node: TemplateNode, template: Template, facts: TemplateFacts): vscode.TreeItem {
  const item = new vscode.TreeItem(templateName(template), vscode.TreeItemCollapsibleState.Collapsed);
  const image = plainText(launchOfTemplate(template).image ?? '', 80);
  item.id = `${node.list}/${template.id}`;
  item.description = formatFacts(facts.hasDraft ? vscode.l10n.t('draft') : '', image);
  item.iconPath = new vscode.ThemeIcon(template.private ? 'lock' : 'notebook-template');
  item.tooltip = formatLines(templateName(template), plainText(template.desc ?? '', 200), image);
  const abilities = [
    'template',
    ...(facts.isMine ? ['mine'] : []),
    ...(facts.hasDraft ? ['draft'] : []),
    ...(link(template) ? ['link'] : []),
  ];
  item.contextValue = `;${abilities.join(';')};`;
  item.accessibilityInformation = {
    label: [
      vscode.l10n.t('Template {0}', templateName(template)),
      image,
      template.private ? vscode.l10n.t('private') : vscode.l10n.t('public'),
      ...(facts.hasDraft ? [vscode.l10n.t('with a draft not sent yet')] : []),
    ].join(', '),
  };
  return item;
}

/** The documentation of a template's image. Only web addresses are opened. */
export function link({ href }: Template): vscode.Uri | undefined {
  return href && /^https?:\/\/\S+$/.test(href) ? vscode.Uri.parse(href) : undefined;
}

/** The facts about a template; unknown ones are left out. */
export function templateDetails(node: TemplateNode, template: Template): DetailNode[] {
  const launch = launchOfTemplate(template);
  const { count_created: uses, recommended_disk_space: disk } = template;
  return detailRows(`${node.list}/${template.id}`, [
    ['desc', vscode.l10n.t('About'), 'info', template.desc],
    ['image', vscode.l10n.t('Image'), 'package', launch.image],
    ['runtype', vscode.l10n.t('Launch mode'), 'remote', launch.runtype && runtypeWords(launch.runtype).label],
    ['env', vscode.l10n.t('Variables and ports'), 'symbol-variable', Object.keys(launch.env).join(', ')],
    ['disk', vscode.l10n.t('Disk'), 'database', disk === undefined ? undefined : `${formatNumber(disk)} GB`],
    [
      'login',
      vscode.l10n.t('Registry login'),
      'key',
      template.docker_login_user && template.docker_login_repo,
    ],
    [
      'uses',
      vscode.l10n.t('Instances created from it'),
      'rocket',
      uses === undefined ? undefined : formatNumber(uses),
    ],
    ['used', vscode.l10n.t('Last used'), 'history', date(template.recent_create_date)],
    ['created', vscode.l10n.t('Created'), 'calendar', date(template.created_at)],
    ['hash', vscode.l10n.t('Hash'), 'symbol-key', template.hash_id],
  ]);
}

/** @param seconds Unix time */
function date(seconds: number | undefined): string | undefined {
  return seconds === undefined || seconds <= 0 ? undefined : dateAndTime(seconds);
}
