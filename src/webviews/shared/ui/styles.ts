import { css } from 'lit';

/** What is only read aloud. */
export const hiddenStyles = css`
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** What every panel and every part of one looks like, only with the theme's colors. */
export const baseStyles = css`
  ${hiddenStyles}
  :host {
    display: block;
    min-width: 0;
    color: var(--vscode-foreground);
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size);
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  h1,
  h2,
  h3,
  h4 {
    font-weight: 600;
  }
  h2:focus {
    outline: none;
  }
  p {
    margin: 4px 0;
  }
  .account,
  .hint,
  dt {
    color: var(--vscode-descriptionForeground);
  }
  header,
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  header {
    gap: 2px 12px;
  }
  dd {
    margin: 0;
  }
  select {
    box-sizing: border-box;
    height: 26px;
    max-width: 100%;
    padding: 2px 4px;
    color: var(--vscode-dropdown-foreground);
    background: var(--vscode-dropdown-background);
    border: 1px solid var(--vscode-dropdown-border, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
    font: inherit;
  }
  input[type='checkbox'],
  input[type='radio'] {
    margin: 0;
    accent-color: var(--choice-color, var(--vscode-button-background));
  }
  select:focus-visible,
  button:focus-visible,
  input[type='checkbox']:focus-visible,
  input[type='radio']:focus-visible,
  .scroll:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
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
  .link {
    padding: 1px 0;
    border: 0;
    background: none;
    color: var(--vscode-textLink-foreground);
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  .link:hover {
    text-decoration: underline;
  }
  .warned {
    padding: 2px 10px;
    border-inline-start: 3px solid var(--vscode-editorWarning-foreground);
  }
`;

/** A page to read from top to bottom, with forms. */
export const panelStyles = css`
  ${baseStyles}
  :host {
    max-width: 44em;
    padding: 0 0 3em;
    line-height: 1.5;
  }
  h1 {
    font-size: clamp(1.1em, 9vw, 1.6em);
    margin: 1em 0 0;
  }
  h2 {
    font-size: 1.25em;
    margin: 1.4em 0 0.4em;
  }
  h3,
  h4 {
    font-size: 1.05em;
    margin: 0.8em 0 0.2em;
  }
  .actions {
    gap: 8px;
    margin: 0.7em 0;
  }
  .cards {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .cards > li,
  .card,
  .sent {
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
  vscode-button[disabled] {
    opacity: 0.6;
  }
  .problem,
  .notice {
    border-inline-start: 3px solid var(--vscode-editorInfo-foreground);
    margin: 0.6em 0;
    padding: 2px 10px;
  }
  .problem {
    border-color: var(--vscode-editorError-foreground);
  }
  .notice.warning {
    border-color: var(--vscode-editorWarning-foreground);
  }
  .wait,
  .locked {
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
