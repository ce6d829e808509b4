import * as vscode from 'vscode';
import { gpuTitle } from '../../ask/instanceName';
import { showInfo } from '../../ask/notify';
import { formatPerHour, offerCost } from '../../domain/money/cost';
import { offerFacts } from '../../domain/offers/offerFacts';
import { escapeMarkdown, markdownTable } from '../../domain/markdown';
import type { FoundOffer } from '../../stores/offers/offerStore';
import type { ReadOnlyTexts } from '../../views/texts/readOnlyTexts';
import { pick } from '../steps';
import type { Hideable } from '../../domain/offers/hidden';
import { hideable } from './resultRows';
import { lowestBid } from '../../domain/offers/plannedPrice';

interface DetailRow extends vscode.QuickPickItem {
  rents?: true;
  hides?: Hideable;
}

/**
 * All that is known of an offer, as a list in the place of the offers, so that it covers nothing; on request as a
 * document, to be kept beside others.
 */
export async function showOfferDetails(
  texts: ReadOnlyTexts,
  found: FoundOffer,
  disk: number,
  canHide: boolean,
): Promise<'rent' | 'back' | 'cancelled' | Hideable> {
  const { offer, isBid } = found;
  const bid = isBid ? lowestBid(offer) : undefined;
  const title = vscode.l10n.t('Offer {0}: {1}', offer.id, gpuTitle(offer));
  const rent = vscode.l10n.t('Rent for {0}', formatPerHour(offerCost(offer, disk, bid).running));
  const groups = offerFacts(offer, disk, bid);
  const openInEditor: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('go-to-file'),
    tooltip: vscode.l10n.t('Open in Editor'),
  };
  const rows: DetailRow[] = [
    { label: `$(rocket) ${rent}…`, rents: true },
    ...(canHide
      ? hideable(found).map((what): DetailRow => ({ label: hideLabels[what](), hides: what }))
      : []),
    ...groups.flatMap(({ title: group, facts }) => [
      { label: group, kind: vscode.QuickPickItemKind.Separator },
      ...facts.map(({ label, value }) => ({ label, description: value })),
    ]),
  ];
  for (;;) {
    const step = await pick(rows, {
      title,
      placeholder: vscode.l10n.t('Type to find a detail'),
      back: true,
      buttons: [openInEditor],
    });
    if (step.kind !== 'done') return step.kind;
    if (step.value.pressed === openInEditor) {
      await texts.showReport(vscode.l10n.t('Offer {0}', offer.id), reportOf(title, groups));
      return afterReading(title, rent);
    }
    if (step.value.item?.rents) return 'rent';
    if (step.value.item?.hides) return step.value.item.hides;
  }
}

const hideLabels: Readonly<Record<Hideable, () => string>> = {
  machine: () => `$(eye-closed) ${vscode.l10n.t('Hide This Machine')}`,
  host: () => `$(circle-slash) ${vscode.l10n.t('Hide This Host')}`,
};

/** The document has the window to itself; the way on is below it. */
async function afterReading(title: string, rent: string): Promise<'rent' | 'back' | 'cancelled'> {
  const back = vscode.l10n.t('Back to Offers');
  const answer = await showInfo(title, `${rent}…`, back);
  if (answer === undefined) return 'cancelled';
  return answer === back ? 'back' : 'rent';
}

function reportOf(title: string, groups: ReturnType<typeof offerFacts>): string {
  const sections = groups
    .filter(({ facts }) => facts.length > 0)
    .map(({ title: group, facts }) =>
      [
        `## ${escapeMarkdown(group)}`,
        markdownTable(
          ['', ''],
          facts.map(({ label, value }) => [escapeMarkdown(label), escapeMarkdown(value)]),
        ),
      ].join('\n\n'),
    );
  return `# ${escapeMarkdown(title)}\n\n${sections.join('\n\n')}\n`;
}
