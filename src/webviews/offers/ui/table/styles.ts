import { css } from 'lit';
import { hiddenStyles } from '../../../shared/ui/styles';

/** A table as VS Code draws its own ones, in the theme's colors. */
export const tableStyles = css`
  ${hiddenStyles}
  :host {
    display: flex;
    flex-direction: column;
    position: relative;
    min-width: 0;
    min-height: 0;
    color: var(--vscode-foreground);
    font-variant-numeric: tabular-nums;
  }
  .grid {
    flex: 1;
    min-height: 0;
    overflow: auto;
    outline: none;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
    overscroll-behavior: contain;
  }
  .grid:focus-visible {
    border-color: var(--vscode-focusBorder);
  }
  .head,
  .pinned,
  .body {
    width: var(--total);
    min-width: 100%;
  }
  .head,
  .pinned.stays {
    position: sticky;
    top: 0;
    z-index: 3;
    background: var(--vscode-editor-background);
  }
  .pinned.stays {
    top: 38px;
    z-index: 2;
  }
  .pinned {
    border-bottom: 2px solid var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
  }
  .row {
    --over: transparent;
    display: grid;
    grid-template-columns: var(--columns);
    box-sizing: border-box;
    width: 100%;
    height: 22px;
    line-height: 22px;
    background: linear-gradient(var(--over), var(--over)), var(--vscode-editor-background);
    cursor: default;
  }
  .row.odd {
    --over: var(--vscode-tree-tableOddRowsBackground, transparent);
  }
  .row:hover:not(.titles),
  .row.hovered {
    --over: var(--vscode-list-hoverBackground);
  }
  .row.selected {
    --over: var(--vscode-list-inactiveSelectionBackground);
    --line: var(--vscode-contrastActiveBorder, transparent);
    --style: solid;
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
  }
  .grid:focus .row.selected {
    --over: var(--vscode-list-activeSelectionBackground);
    color: var(--vscode-list-activeSelectionForeground, inherit);
  }
  .row:hover:not(.titles),
  .row.hovered,
  .row.selected {
    outline: 1px var(--style, dashed) var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .grid:focus .row.active {
    --line: var(--vscode-list-focusOutline, var(--vscode-focusBorder));
    outline: 1px solid var(--line);
    outline-offset: -1px;
  }
  .cell {
    overflow: hidden;
    padding: 0 8px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .end {
    text-align: end;
  }
  .lead,
  .cell.stays {
    position: sticky;
    z-index: 1;
    left: 0;
    background: linear-gradient(var(--over), var(--over)), var(--vscode-editor-background);
    /* They cover the line around the row. */
    box-shadow:
      inset 0 1px var(--line, transparent),
      inset 0 -1px var(--line, transparent);
  }
  .lead {
    display: flex;
    align-items: center;
    padding: 0 0 0 2px;
    box-shadow:
      inset 0 1px var(--line, transparent),
      inset 0 -1px var(--line, transparent),
      inset 1px 0 var(--line, transparent);
  }
  .cell.price {
    left: var(--price);
  }
  .cell.gpu {
    left: var(--gpu);
  }
  .cell.place {
    left: var(--place);
  }
  .narrow .cell.stays:not(:nth-child(2)) {
    left: auto;
  }
  .row:not(.titles) > .price {
    font-weight: 600;
  }
  .grid:focus .here {
    outline: 2px solid var(--vscode-focusBorder);
    outline-offset: -2px;
  }
  .note {
    font-style: italic;
  }
  .titles {
    height: 38px;
    line-height: 16px;
    border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
  }
  .title {
    display: flex;
    position: relative;
    align-items: end;
    gap: 2px;
    padding-bottom: 2px;
    white-space: normal;
    user-select: none;
    cursor: pointer;
  }
  .title.stays {
    position: sticky;
  }
  .title.end {
    justify-content: flex-end;
  }
  .title .words {
    overflow: hidden;
    /* Between words, also where a language writes none of the spaces between them. */
    word-break: keep-all;
  }
  .title[data-drop='before'] {
    box-shadow: inset 3px 0 var(--vscode-focusBorder);
  }
  .title[data-drop='after'] {
    box-shadow: inset -3px 0 var(--vscode-focusBorder);
  }
  .title:hover {
    --over: var(--vscode-list-hoverBackground);
    background: linear-gradient(var(--over), var(--over)), var(--vscode-editor-background);
  }
  .grid:focus .title.active {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .grip {
    position: absolute;
    top: 0;
    right: 0;
    width: 7px;
    height: 100%;
    border-right: 1px solid var(--vscode-tree-tableColumnsBorder, var(--vscode-panel-border, currentColor));
    cursor: col-resize;
    touch-action: none;
  }
  .grip:hover {
    border-right: 2px solid var(--vscode-sash-hoverBorder, var(--vscode-focusBorder));
  }
  .chooser {
    position: sticky;
    right: 0;
    z-index: 2;
    justify-self: end;
    padding: 8px 1px;
    border-left: 1px solid var(--vscode-tree-tableColumnsBorder, var(--vscode-panel-border, currentColor));
    background: var(--vscode-editor-background);
  }
  .choose {
    display: flex;
    padding: 4px;
    border: 0;
    border-radius: 4px;
    background: none;
    color: inherit;
    cursor: pointer;
  }
  .choose:hover,
  .tool:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .choose:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
  }
  .tool {
    display: flex;
    padding: 2px;
    border-radius: 4px;
    opacity: 0;
    cursor: pointer;
  }
  .tool.on,
  .row:hover .tool,
  .row.active .tool {
    opacity: 1;
  }
  .tool:not(.on) {
    color: var(--vscode-descriptionForeground, inherit);
  }
  .selected .tool,
  .selected .note {
    color: inherit;
  }
  .tool.on svg path {
    fill: currentColor;
  }
  .narrow .tool:not([data-tool='menu'], .on) {
    display: none;
  }
  .grid.bodiless {
    flex: none;
    max-height: 50%;
  }
  .empty {
    flex: 1;
    min-height: 0;
    padding: 12px;
    overflow: auto;
  }
`;
