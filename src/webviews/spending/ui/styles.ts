import { css } from 'lit';
import { baseStyles } from '../../shared/ui/styles';
import { swatchStyles } from './seriesLooks';

/** The whole panel. */
export const styles = css`
  ${baseStyles}
  :host {
    max-width: 70em;
    padding: 0 0 2em;
    line-height: 1.45;
  }
  header {
    gap: 4px 12px;
    padding: 10px 0 4px;
  }
  h1 {
    margin: 0;
    font-size: 1.4em;
  }
  h2 {
    margin: 1.2em 0 0.3em;
    font-size: 1.15em;
  }
  .note,
  .sums small {
    color: var(--vscode-descriptionForeground);
  }
  .account {
    flex: 1;
    min-width: 10em;
  }
  .sums {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin: 8px 0;
  }
  .sums > div {
    flex: 1 1 9em;
    padding: 6px 12px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    border-radius: 4px;
  }
  .sums > .credit {
    flex-grow: 2;
    flex-basis: 15em;
  }
  dd strong {
    font-size: 1.5em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  small {
    display: block;
    font-size: 1em;
  }
  .problem {
    border-inline-start: 3px solid var(--vscode-editorError-foreground);
    padding: 2px 10px;
  }
`;

export const tableStyles = [
  baseStyles,
  swatchStyles,
  css`
    .bar {
      display: flex;
      margin: 0 0 6px;
    }
    button {
      color: inherit;
      background: none;
      border: 0;
      padding: 0;
      font: inherit;
      text-align: inherit;
      cursor: pointer;
    }
    .choice {
      padding: 3px 12px;
      border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
    }
    .choice + .choice {
      border-inline-start: 0;
    }
    .choice[aria-pressed='true'] {
      color: var(--vscode-button-foreground);
      background: var(--vscode-button-background);
      text-decoration: underline;
    }
    .scroll {
      overflow-x: auto;
    }
    table {
      width: 100%;
      border-collapse: collapse;
      font-variant-numeric: tabular-nums;
    }
    th,
    td {
      padding: 4px 10px 4px 0;
      border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
      text-align: end;
      vertical-align: top;
      white-space: nowrap;
    }
    th {
      font-weight: normal;
    }
    thead th,
    tfoot th,
    tfoot td {
      font-weight: 600;
    }
    tr > :first-child {
      width: 40%;
      min-width: 12em;
      text-align: start;
      white-space: normal;
      overflow-wrap: anywhere;
    }
    .arrow {
      display: inline-block;
      width: 1.3em;
      font-size: 0.8em;
      text-align: center;
    }
    .name {
      display: flex;
      align-items: center;
      gap: 5px;
    }
    .name:disabled {
      cursor: default;
    }
    .twistie {
      width: 1em;
    }
    .state,
    .why {
      display: block;
      margin-inline-start: calc(1em + 26px);
      color: var(--vscode-descriptionForeground);
    }
    .part th {
      padding-inline-start: 2em;
    }
    .part th .swatch {
      margin-inline-end: 5px;
    }
  `,
];
