import '@vscode-elements/elements/dist/vscode-badge/index.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import { css } from 'lit';
import './app';
import './field';
import { reportPresence } from './host';

// The body is transparent by itself; with the editor's colour it is known what the text stands on.
const page = css`
  body {
    background: var(--vscode-editor-background);
  }
`;
if (page.styleSheet) document.adoptedStyleSheets = [...document.adoptedStyleSheets, page.styleSheet];
reportPresence();
