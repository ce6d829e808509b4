import { css } from 'lit';

// The body is transparent by default. With the editor's color, the text has a known background. The browser draws radio
// buttons and lists itself, in the colors of its scheme; in high contrast, a button's own color is the background's.
// There, VS Code has no colors for a button that is not the main one; those that vscode-elements takes are for the dark.
const body = css`
  body {
    background: var(--vscode-editor-background);
    color-scheme: light;
  }
  body.vscode-dark,
  body.vscode-high-contrast:not(.vscode-high-contrast-light) {
    color-scheme: dark;
  }
  body.vscode-high-contrast {
    --choice-color: var(--vscode-focusBorder);
    --vscode-button-secondaryBackground: var(--vscode-editor-background);
    --vscode-button-secondaryHoverBackground: var(--vscode-editor-background);
  }
`;

/** Styles the page around the panel. */
export function styleBody(): void {
  if (body.styleSheet) document.adoptedStyleSheets = [...document.adoptedStyleSheets, body.styleSheet];
}
