import { css } from 'lit';
import { baseStyles } from '../../shared/ui/styles';

/** The panel fills its tab: the bar on top, the table below it, what belongs to one offer at the side. */
export const styles = css`
  ${baseStyles}
  :host {
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    height: 100vh;
    padding: 6px 0;
  }
  header {
    padding: 2px 0;
  }
  .age {
    color: var(--vscode-descriptionForeground);
    white-space: nowrap;
  }
  .actions {
    gap: 2px;
  }
  .status {
    margin: 0;
    white-space: nowrap;
  }
  .account {
    flex: 1 0 auto;
  }
  @media (max-width: 1000px) {
    .account {
      display: none;
    }
    .status {
      flex: 1 0 auto;
    }
  }
  .tool {
    padding: 2px 6px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 4px;
    color: inherit;
    background: var(--vscode-editor-background);
    font: inherit;
    cursor: pointer;
  }
  .tool:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .problem {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    margin: 4px 0;
    padding: 6px 8px;
    border: 1px solid var(--vscode-inputValidation-errorBorder, var(--vscode-contrastBorder));
    background: var(--vscode-inputValidation-errorBackground);
    color: var(--vscode-inputValidation-errorForeground, var(--vscode-foreground));
  }
  main {
    display: flex;
    flex: 1;
    min-height: 0;
    gap: 12px;
  }
  .market,
  .tables {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }
  .market {
    gap: 6px;
  }
  .market.beside {
    flex-direction: row-reverse;
    gap: 12px;
  }
  /* Eighteen rows come first. */
  .tables {
    flex: 1 1 450px;
  }
  offers-table {
    flex: 1;
    min-height: 12em;
  }
  offer-compare {
    flex: 1;
    min-height: 12em;
  }
  aside {
    flex: none;
    box-sizing: border-box;
    width: min(24em, 40%);
    padding-inline-start: 12px;
    overflow: auto;
    border-inline-start: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
  }
  offers-plot {
    flex: 0 20 clamp(150px, 100vh - 530px, 420px);
    min-height: min-content;
  }
  .beside > offers-plot {
    flex: 0 0 clamp(320px, 33%, 640px);
  }
  /* Where there is little room, as after zooming in, the panel scrolls as a whole. */
  @media (max-width: 760px), (max-height: 640px) {
    :host {
      height: auto;
      min-height: 100vh;
    }
    .market.beside {
      flex-direction: column;
    }
    .market > offers-plot {
      flex: 0 0 340px;
    }
    offers-table {
      flex: none;
      height: max(20em, 70vh);
    }
    offer-compare {
      flex: none;
      height: max(20em, 60vh);
    }
  }
  /* Where there is no room beside the table, the rest is below it. */
  @media (max-width: 760px) {
    main {
      flex-direction: column;
    }
    aside {
      width: auto;
      padding: 0;
      border: 0;
    }
  }
`;
