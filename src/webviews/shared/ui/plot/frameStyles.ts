import { css } from 'lit';

/** A plot that takes the focus, with its mark, its tip, the keys that work in it, and words for screen readers alone. */
export const plotFrameStyles = css`
  .plot {
    position: relative;
    /* Room for the outline. */
    margin: 2px;
  }
  .plot:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
  }
  .box {
    position: absolute;
    inset: 0;
    overflow: hidden;
  }
  .mark {
    position: absolute;
    box-sizing: border-box;
    pointer-events: none;
  }
  .tip,
  .keys {
    position: absolute;
    color: var(--vscode-editorHoverWidget-foreground, var(--vscode-foreground));
    background: var(--vscode-editorHoverWidget-background);
    border: 1px solid var(--vscode-editorHoverWidget-border, var(--vscode-contrastBorder));
    border-radius: 4px;
    pointer-events: none;
  }
  .tip {
    z-index: 1;
    box-sizing: border-box;
    width: max-content;
    padding: 4px 8px;
    overflow-wrap: anywhere;
  }
  /* Over the corner that is empty with most axes. */
  .keys {
    top: 8px;
    left: 72px;
    visibility: hidden;
    max-width: calc(100% - 90px);
    padding: 1px 6px;
  }
  .plot:focus-visible .keys {
    visibility: visible;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
