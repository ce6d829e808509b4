import { css } from 'lit';
import { baseStyles } from '../styles';

/** Of the library: its own style sheet could not be loaded. Without its cursor, its legend and its selection. */
const libraryStyles = css`
  .uplot,
  .uplot * {
    box-sizing: border-box;
  }
  .uplot {
    width: min-content;
  }
  .u-wrap {
    position: relative;
    user-select: none;
  }
  .u-over,
  .u-under,
  .u-axis {
    position: absolute;
  }
  .u-under {
    overflow: hidden;
  }
  .uplot canvas {
    display: block;
    position: relative;
    width: 100%;
    height: 100%;
  }
`;

/** A plot that takes the focus, with its legend, its mark, its tip and the keys that work in it. */
export const plotStyles = css`
  ${baseStyles}
  ${libraryStyles}
  :host {
    display: flex;
    flex-direction: column;
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
    min-width: 0;
  }
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
    margin: 0;
    padding: 4px 8px;
  }
  .tip > strong,
  .tip > span {
    display: block;
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
`;
