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
    padding: 0 0 8px;
  }
  header {
    align-items: baseline;
    padding: 8px 0 4px;
  }
  h1 {
    margin: 0;
    font-size: 1.3em;
  }
  .age {
    color: var(--vscode-descriptionForeground);
    white-space: nowrap;
  }
  .actions {
    gap: 4px;
  }
  .status {
    flex: 1;
    margin: 0;
    min-width: 12em;
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
  .market {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    overflow: auto;
  }
  offers-table {
    flex: 1;
    min-height: 14em;
  }
  offer-compare {
    flex: none;
    max-height: 45%;
    overflow: auto;
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
    /* Gives way to the table. */
    flex: 0 1 clamp(280px, 45vh, 480px);
    min-height: 250px;
    margin-bottom: 8px;
  }
  /* Where there is little room, as after zooming in, the panel scrolls as a whole. */
  @media (max-width: 760px), (max-height: 640px) {
    :host {
      height: auto;
      min-height: 100vh;
    }
    .market {
      overflow: visible;
    }
    offers-plot {
      flex-basis: 340px;
    }
    offers-table {
      flex: none;
      height: max(20em, 70vh);
    }
    offer-compare {
      max-height: none;
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
