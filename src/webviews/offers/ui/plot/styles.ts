import { css } from 'lit';
import { plotFrameStyles } from '../../../shared/ui/plot/frameStyles';
import { plotLibraryStyles } from '../../../shared/ui/plot/libraryStyles';

export const styles = [
  plotLibraryStyles,
  plotFrameStyles,
  css`
    :host {
      display: flex;
      flex-direction: column;
      min-width: 0;
      color: var(--vscode-foreground);
      font-family: var(--vscode-font-family);
      font-size: var(--vscode-font-size);
      line-height: 1.4;
    }
    .bar {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 16px;
    }
    .axis {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 2px 8px;
    }
    select {
      box-sizing: border-box;
      height: 26px;
      max-width: 100%;
      padding: 2px 4px;
      color: var(--vscode-dropdown-foreground);
      background: var(--vscode-dropdown-background);
      border: 1px solid var(--vscode-dropdown-border);
      border-radius: 4px;
      font: inherit;
    }
    /* In a narrow panel it gives its room to the scale, which then stays beside it. */
    .axis select {
      flex: 1 1 8em;
      min-width: 0;
    }
    select:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: 1px;
    }
    .legend {
      display: flex;
      flex-wrap: wrap;
      gap: 2px 14px;
      margin: 4px 0 0;
      padding: 0;
      list-style: none;
    }
    .legend li {
      display: flex;
      align-items: center;
      gap: 5px;
    }
    .legend svg {
      width: 18px;
      height: 12px;
      overflow: visible;
    }
    .on-demand {
      fill: var(--vscode-charts-blue);
    }
    .bid {
      fill: none;
      stroke: var(--vscode-charts-purple);
      stroke-width: 1.4;
    }
    .best {
      fill: none;
      stroke: var(--vscode-foreground);
      stroke-width: 1.5;
    }
    .plot {
      flex: 1 0 170px;
    }
    .mark {
      width: 18px;
      height: 18px;
      margin: -9px 0 0 -9px;
      border: 2px solid var(--vscode-foreground);
      border-radius: 50%;
    }
    .mark.selected {
      width: 24px;
      height: 24px;
      margin: -12px 0 0 -12px;
      border: 3px solid var(--vscode-focusBorder);
    }
    .tip {
      max-width: min(280px, 100%);
      margin: 0;
    }
    .tip strong,
    .tip span {
      display: block;
    }
    .note {
      margin: 2px 0 0;
      color: var(--vscode-descriptionForeground);
    }
  `,
];
