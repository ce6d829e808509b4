import { randomBytes } from 'node:crypto';

/**
 * The page around a panel's script, which defines the element `panel-app`. Only that script may be loaded or run. It
 * creates the styles as style sheet objects, which need no permission.
 *
 * @param script the URL of the script
 */
export function panelHtml(script: string, title: string, language: string): string {
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
<panel-app></panel-app>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
