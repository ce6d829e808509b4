import { css } from 'lit';

/** The style of every panel, only with the theme's colors. */
export const panelStyles = css`
  :host {
    display: block;
    max-width: 44em;
    padding: 0 0 3em;
    color: var(--vscode-foreground);
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size);
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
  h1 {
    font-size: 1.6em;
    font-weight: 600;
    margin: 1em 0 0;
  }
  h2 {
    font-size: 1.25em;
    font-weight: 600;
    margin: 1.4em 0 0.4em;
  }
  h2:focus {
    outline: none;
  }
  h3,
  h4 {
    font-size: 1.05em;
    font-weight: 600;
    margin: 0.8em 0 0.2em;
  }
  p {
    margin: 0.4em 0;
  }
  .account,
  .hint {
    color: var(--vscode-descriptionForeground);
  }
  .hint {
    margin: 0.2em 0;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin: 0.7em 0;
  }
  .cards {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .cards > li,
  .card {
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    border-radius: 4px;
    margin: 8px 0;
    padding: 4px 14px;
  }
  .field {
    display: block;
    margin: 0.9em 0;
  }
  .label,
  legend {
    display: block;
    font-weight: 600;
    margin-bottom: 4px;
    padding: 0;
  }
  vscode-textfield.wide,
  select {
    width: 100%;
    max-width: 28em;
  }
  fieldset {
    border: 0;
    margin: 1em 0;
    padding: 0;
  }
  .choice {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 3px 0;
  }
  .choice input {
    accent-color: var(--choice-color, var(--vscode-button-background));
    margin: 0;
  }
  .choice input:focus-visible,
  select:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  select {
    box-sizing: border-box;
    height: 26px;
    padding: 2px 4px;
    color: var(--vscode-dropdown-foreground);
    background: var(--vscode-dropdown-background);
    border: 1px solid var(--vscode-dropdown-border);
    border-radius: 4px;
    font: inherit;
  }
  /* A long label takes several lines where there is little room. */
  vscode-button {
    max-width: 100%;
  }
  vscode-button::part(base) {
    height: auto;
    white-space: normal;
    text-align: center;
  }
  vscode-button[disabled] {
    opacity: 0.6;
  }
  .problem,
  .notice {
    border-left: 3px solid var(--vscode-editorInfo-foreground);
    margin: 0.6em 0;
    padding: 2px 10px;
  }
  .problem {
    border-color: var(--vscode-editorError-foreground);
  }
  .warned,
  .notice.warning {
    border-left: 3px solid var(--vscode-editorWarning-foreground);
    padding: 2px 10px;
  }
  .wait {
    font-weight: 600;
  }
  .countdown {
    font-variant-numeric: tabular-nums;
  }
  code {
    background: none;
    color: var(--vscode-foreground);
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 1.1em;
  }
`;
