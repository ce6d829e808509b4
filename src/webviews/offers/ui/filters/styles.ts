import { css } from 'lit';
import { baseStyles } from '../../../shared/ui/styles';

/** A control with its label above it, in the theme's colors. */
export const controlStyles = css`
  ${baseStyles}
  label,
  .label {
    display: block;
    margin-bottom: 2px;
    overflow-wrap: anywhere;
  }
  .box {
    display: flex;
    align-items: center;
    box-sizing: border-box;
    min-height: 26px;
    color: var(--vscode-input-foreground);
    background: var(--vscode-input-background);
    border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
  }
  .box:focus-within {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .box.invalid {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-editorError-foreground));
  }
  input {
    flex: 1;
    box-sizing: border-box;
    width: 100%;
    min-width: 0;
    height: 24px;
    padding: 0 6px;
    color: inherit;
    background: none;
    border: 0;
    outline: none;
    font: inherit;
    text-overflow: ellipsis;
  }
  input::placeholder {
    color: var(--vscode-input-placeholderForeground);
    opacity: 1;
  }
  input.set::placeholder {
    color: inherit;
  }
  @media (forced-colors: active) {
    input.set::placeholder {
      color: FieldText;
    }
  }
  .beside {
    flex: none;
    color: var(--vscode-descriptionForeground);
  }
  .sign {
    padding-left: 6px;
  }
  .unit {
    padding-right: 6px;
  }
  select {
    width: 100%;
    min-width: 0;
    padding: 0 4px;
  }
  .note {
    margin: 2px 0 0;
    padding-left: 5px;
    border-left: 3px solid var(--vscode-editorWarning-foreground);
  }
  .problem {
    margin: 2px 0 0;
    padding: 2px 6px;
    border: 1px solid var(--vscode-inputValidation-errorBorder, var(--vscode-editorError-foreground));
    color: var(--vscode-inputValidation-errorForeground, var(--vscode-foreground));
    background: var(--vscode-inputValidation-errorBackground);
  }
`;

/** The list below a control that is open. */
export const listStyles = css`
  .list {
    position-anchor: --names;
    position-area: bottom span-right;
    position-try-fallbacks:
      flip-inline,
      flip-block,
      flip-block flip-inline;
    box-sizing: border-box;
    min-width: max(anchor-size(width), 15em);
    max-width: min(24em, 95vw);
    max-height: min(24em, 60vh);
    margin: 2px 0;
    padding: 2px 0;
    overflow: auto;
    color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
    background: var(--vscode-editorWidget-background);
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border));
    border-radius: 4px;
    font: inherit;
  }
  .box {
    anchor-name: --names;
  }
  .title {
    padding: 4px 8px 2px;
    color: var(--vscode-descriptionForeground);
  }
  .option {
    display: flex;
    gap: 6px;
    padding: 2px 8px;
    line-height: 1.5;
    cursor: pointer;
  }
  .option:hover {
    background: var(--vscode-list-hoverBackground);
    color: var(--vscode-list-hoverForeground, inherit);
  }
  .option.active {
    color: var(--vscode-list-activeSelectionForeground, inherit);
    background: var(--vscode-list-activeSelectionBackground);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .mark {
    flex: none;
    width: 1em;
  }
  .name {
    flex: 1;
    overflow-wrap: anywhere;
  }
  .count {
    flex: none;
    font-variant-numeric: tabular-nums;
  }
  .none {
    padding: 4px 8px;
  }
`;

/** The bar: what is typed, the controls, what is set. */
export const barStyles = css`
  :host {
    container-type: inline-size;
  }
  .controls {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(12.2em, 1fr));
    gap: 6px 10px;
    align-items: start;
    margin: 6px 0;
  }
  .flag {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 26px;
    margin: 0;
  }
  .flag input {
    flex: none;
    width: auto;
    height: auto;
  }
  .link {
    padding: 3px 4px;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    margin: 4px 0;
  }
  /* The chips go on in the line of the button. */
  .chips {
    display: contents;
    list-style: none;
  }
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-width: 100%;
    padding: 1px 8px;
    color: var(--vscode-badge-foreground);
    background: var(--vscode-badge-background);
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 12px;
    font: inherit;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .chip:hover {
    text-decoration: line-through;
  }
  /* Where there is little room, the first ones are enough until more are asked for. */
  @container (max-width: 520px) {
    .folded .usual:not(.first) {
      display: none;
    }
  }
  @media (max-height: 480px) {
    .folded .usual:not(.first) {
      display: none;
    }
  }
`;
