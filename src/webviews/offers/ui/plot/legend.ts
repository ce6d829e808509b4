import * as l10n from '@vscode/l10n';
import { html, svg, type TemplateResult } from 'lit';

/** What the shapes of the plot mean. */
export function legend(): TemplateResult {
  return html`<ul class="legend" aria-label=${l10n.t('Legend')}>
    <li>${picture(svg`<circle class="on-demand" cx="9" cy="6" r="4"></circle>`)} ${l10n.t('On demand')}</li>
    <li>${picture(svg`<path class="bid" d="M9 1L14 6L9 11L4 6Z"></path>`)} ${l10n.t('Interruptible')}</li>
    <li>
      ${picture(svg`<path class="best" d="M0 10H7V6H12V2H18"></path>`)}
      ${l10n.t('Best value: no other offer is better in both')}
    </li>
  </ul>`;
}

const picture = (shape: TemplateResult): TemplateResult =>
  html`<svg viewBox="0 0 18 12" aria-hidden="true">${shape}</svg>`;
