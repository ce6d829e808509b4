import { css } from 'lit';
import { baseStyles } from '../../../shared/ui/styles';

/** A line that looks like a field, with its parts in it, and the list below it. */
export const lineStyles = css`
  ${baseStyles}
  .box {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 3px 4px;
    box-sizing: border-box;
    min-height: 30px;
    padding: 2px 4px;
    color: var(--vscode-input-foreground);
    background: var(--vscode-input-background);
    border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
    cursor: text;
  }
  .box:has(input:focus) {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .box.invalid {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-editorError-foreground));
  }
  ul {
    display: contents;
    list-style: none;
  }
  .chip {
    display: inline-flex;
    align-items: center;
    max-width: 100%;
    padding: 0 2px;
    color: var(--vscode-badge-foreground);
    background: var(--vscode-badge-background);
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 4px;
    overflow-wrap: anywhere;
  }
  .chip > * {
    padding: 1px 4px;
    border: 0;
    border-radius: 3px;
    color: inherit;
    background: none;
    font: inherit;
    text-align: start;
  }
  .chip button {
    cursor: pointer;
  }
  .words:hover {
    text-decoration: underline;
  }
  .text {
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: 4px;
    max-width: 100%;
  }
  .whole {
    flex: 1 0 auto;
  }
  input {
    flex: 1;
    box-sizing: border-box;
    min-width: 3em;
    max-width: 100%;
    height: 24px;
    padding: 0 2px;
    color: inherit;
    background: none;
    border: 0;
    outline: none;
    font: inherit;
    field-sizing: content;
  }
  input::placeholder {
    color: var(--vscode-input-placeholderForeground);
    opacity: 1;
  }
  .clear {
    order: 1000;
    padding: 2px 4px;
  }
  .problem {
    margin: 2px 0 0;
    padding: 2px 6px;
    border: 1px solid var(--vscode-inputValidation-errorBorder, var(--vscode-editorError-foreground));
    color: var(--vscode-inputValidation-errorForeground, var(--vscode-foreground));
    background: var(--vscode-inputValidation-errorBackground);
  }
  .list {
    position-anchor: --text;
    position-area: bottom span-right;
    position-try-fallbacks:
      flip-inline,
      flip-block,
      flip-block flip-inline;
    box-sizing: border-box;
    min-width: max(anchor-size(width), 15em);
    max-width: min(34em, 95vw);
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
  .text {
    anchor-name: --text;
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
  .detail {
    flex: none;
    max-width: 60%;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .none {
    padding: 4px 8px;
  }
`;
