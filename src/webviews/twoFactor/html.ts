import { randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';

/**
 * The page around the panel's script. Nothing may be loaded or run but that one script; styles are made by it, as
 * style sheet objects, which need no permission.
 */
export function panelHtml(
  webview: vscode.Webview,
  script: vscode.Uri,
  title: string,
  language: string,
): string {
  const nonce = randomBytes(16).toString('base64url');
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body>
<tfa-app></tfa-app>
<script nonce="${nonce}" src="${String(webview.asWebviewUri(script))}"></script>
</body>
</html>`;
}
