import * as l10n from '@vscode/l10n';
import { escapeMarkdown } from '../../domain/markdown';
import { brokenStep, titleOf, type Diagnosis, type Finding } from './finding';

const signs = { ok: '✅', warning: '⚠️', failed: '❌', skipped: '➖' } as const;

/** The diagnosis as a document to read and to copy. It contains no secrets, because no finding does. */
export function diagnosisMarkdown(alias: string, diagnosis: Diagnosis): string {
  const sections = diagnosis.map((finding, index) => section(finding, index + 1));
  return [`# ${l10n.t('Connection to {0}', alias)}`, verdict(diagnosis), ...sections].join('\n\n') + '\n';
}

function verdict(diagnosis: Diagnosis): string {
  const broken = brokenStep(diagnosis);
  if (!broken) return l10n.t('Everything works.');
  const title = titleOf(broken.step);
  return broken.status === 'failed'
    ? l10n.t('Failed step: **{0}**.', title)
    : l10n.t('It works, but could be better: **{0}**.', title);
}

function section({ step, status, evidence, remedy }: Finding, number: number): string {
  const lines = [`## ${signs[status]} ${number}. ${titleOf(step)}`, escapeMarkdown(evidence)];
  if (remedy !== undefined) lines.push(`**${l10n.t('What to do:')}** ${escapeMarkdown(remedy)}`);
  return lines.join('\n\n');
}
