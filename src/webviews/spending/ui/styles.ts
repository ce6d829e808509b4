import { css } from 'lit';
import { baseStyles } from '../../shared/ui/styles';

/** The looks of the plot's series; each has a pattern beside its color. */
export const swatchStyles = css`
  .swatch {
    flex: none;
    width: 16px;
    height: 12px;
    border: 1px solid var(--vscode-foreground);
    box-sizing: border-box;
  }
  .pattern {
    fill: none;
    stroke: var(--vscode-editor-background);
    stroke-width: 1.4;
  }
  .fill-0 {
    fill: var(--vscode-charts-blue);
  }
  .fill-1 {
    fill: var(--vscode-charts-yellow);
  }
  .fill-2 {
    fill: var(--vscode-charts-purple);
  }
  .fill-3 {
    fill: var(--vscode-charts-green);
  }
  .fill-4 {
    fill: var(--vscode-charts-red);
  }
  .fill-5 {
    fill: var(--vscode-descriptionForeground);
  }
`;

export const styles = css`
  ${baseStyles}
  :host {
    max-width: 70em;
    padding: 0 0 2em;
    line-height: 1.45;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
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
  dt {
    color: var(--vscode-descriptionForeground);
  }
  dd {
    margin: 0;
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
