import * as l10n from '@vscode/l10n';
import { css, html, type TemplateResult } from 'lit';
import type { LaunchAction } from '../../../domain/launch/form/paneAction';
import type { LaunchView } from '../../../domain/launch/form/paneView';
import './launch/launchPane';

/** The launch form of an offer. */
export function launchPart(launch: LaunchView, act: (action: LaunchAction) => void): TemplateResult {
  return html`<aside class="launch" aria-label=${l10n.t('Rent')}>
    <launch-pane
      .launch=${launch}
      @launch-action=${({ detail }: CustomEvent<LaunchAction>) => act(detail)}
    ></launch-pane>
  </aside>`;
}

/** Says why only a few offers are shown. */
export function nearestPart(showAll: () => void): TemplateResult {
  return html`<p class="nearest" role="status">
    ${l10n.t('These offers are most similar to the one that was taken.')}
    <vscode-button secondary @click=${showAll}>${l10n.t('Show All Offers')}</vscode-button>
  </p>`;
}

/** Scrolls to that sentence, where the form is above the offers in a narrow panel. */
export function seeNearest(root: ParentNode): void {
  root.querySelector('.nearest')?.scrollIntoView({ block: 'nearest' });
}

/** The form beside the table scrolls by itself. */
export const launchPartStyles = css`
  aside.launch {
    display: flex;
    flex-direction: column;
    width: clamp(300px, 40%, 34em);
    min-height: 0;
    overflow: auto;
  }
  aside.launch > launch-pane {
    flex: 1;
  }
  .nearest {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    margin: 4px 0;
  }
  @media (max-width: 760px) {
    aside.launch {
      width: auto;
      overflow: visible;
    }
  }
`;
