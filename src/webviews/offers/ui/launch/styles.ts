import { css } from 'lit';

/** The pane scrolls by itself; its price and its button stay in sight. */
export const launchStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    max-width: none;
    min-width: 0;
    min-height: 0;
    padding: 0;
  }
  .head {
    display: flex;
    align-items: flex-start;
    gap: 8px;
    padding: 4px 0;
  }
  .head > div {
    flex: 1;
    min-width: 0;
  }
  .head h2 {
    margin: 0;
  }
  .head p {
    margin: 0;
  }
  .fields {
    flex: 1;
    min-height: 0;
    overflow: auto;
    padding: 0 8px 8px 2px;
  }
  h3 {
    margin: 1.2em 0 0.2em;
    padding-bottom: 2px;
    border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
  }
  h3::first-letter {
    text-transform: uppercase;
  }
  .field {
    margin: 0.7em 0;
  }
  .label {
    margin-bottom: 2px;
  }
  vscode-textfield,
  vscode-textfield.wide,
  textarea,
  select {
    display: block;
    width: 100%;
    max-width: 36em;
  }
  select {
    display: block;
    text-overflow: ellipsis;
  }
  textarea {
    box-sizing: border-box;
    padding: 3px 4px;
    color: var(--vscode-settings-textInputForeground, var(--vscode-input-foreground));
    background: var(--vscode-settings-textInputBackground, var(--vscode-input-background));
    border: 1px solid var(--vscode-settings-textInputBorder, var(--vscode-input-border, transparent));
    border-radius: 4px;
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: inherit;
    resize: vertical;
  }
  textarea:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .known {
    margin-top: 4px;
  }
  select[aria-invalid='true'],
  textarea[aria-invalid='true'] {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-editorError-foreground));
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    max-width: 36em;
    margin: 4px 0;
  }
  .row > vscode-textfield {
    flex: 1 1 9em;
    width: auto;
    min-width: 0;
  }
  .row > .name {
    flex: 0 1 11em;
    min-width: 0;
  }
  .row > .code {
    font-family: var(--vscode-editor-font-family, monospace);
  }
  .parts {
    border-left: 2px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    margin: 4px 0;
    padding-left: 10px;
  }
  summary {
    padding: 3px 0;
    color: var(--vscode-textLink-foreground);
    cursor: pointer;
  }
  summary:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  .foot {
    border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    padding: 6px 0 0;
  }
  dl {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 1px 12px;
    margin: 0;
  }
  dt {
    color: var(--vscode-descriptionForeground);
  }
  dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  .foot .actions {
    margin: 0.5em 0 0;
  }
  /* Where there is little room, everything scrolls together. */
  @media (max-width: 760px), (max-height: 500px) {
    .fields {
      flex: none;
      overflow: visible;
      padding-right: 0;
    }
  }
  /* The price of what is changed stays in sight. */
  @media (max-width: 760px) and (min-height: 500px) {
    .foot {
      position: sticky;
      bottom: 0;
      padding-bottom: 6px;
      background: var(--vscode-editor-background);
    }
  }
`;
