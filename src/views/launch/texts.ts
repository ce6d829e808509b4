import * as vscode from 'vscode';
import { parseDotenv, withReferences } from '../../domain/dotenv';
import { composeOnstart, type OnstartAdditions } from '../../domain/launch/onstart';
import { looksSecret, type SecretReference } from '../../domain/secretReference';
import type { LaunchSecrets } from '../../stores/launch/launchSecrets';

/** A kind of text that is edited in a tab. Its file name also selects the language. */
export type TextFile = 'onstart.sh' | 'variables.env';

/** Where values are stored while their text is being edited. Each window has its own part. */
const typingScope = 'form/';

/**
 * The text as it may be stored outside of the editor: values of variables that are, or look, secret are moved to the
 * secret storage. `isSecret` marks variables as secret, whatever their name.
 */
export async function keepable(
  file: TextFile,
  text: string,
  secrets: LaunchSecrets,
  isSecret: (variable: string) => boolean,
): Promise<string> {
  if (file !== 'variables.env') return text;
  const references = new Map<string, SecretReference>();
  for (const [name, value] of Object.entries(parseDotenv(text).variables)) {
    if (typeof value !== 'string' || value === '' || !(isSecret(name) || looksSecret(name))) continue;
    const secret = `${typingScope}${secrets.window}/${name.replace(/[^\w.:/ -]/g, '_')}`.slice(0, 200);
    await secrets.set(secret, value);
    references.set(name, { secret });
  }
  return withReferences(text, references);
}

/** Gives a typed secret its own name when the text is applied. */
export async function settled(
  variable: string,
  reference: SecretReference,
  secrets: LaunchSecrets,
): Promise<SecretReference> {
  if (!reference.secret.startsWith(typingScope)) return reference;
  const value = await secrets.get(reference.secret);
  // Not available: it will be asked for, and must not become empty.
  if (value === undefined) return reference;
  const secret = await secrets.freeName(variable.replace(/[^\w.:/ -]/g, '_').slice(0, 190), value);
  await secrets.set(secret, value);
  await secrets.delete(reference.secret);
  return { secret };
}

/** The problems that an editor underlines. `additions` are added before the script. */
export function problemsIn(
  file: TextFile,
  text: string,
  additions: OnstartAdditions = {},
): vscode.Diagnostic[] {
  if (file === 'variables.env') {
    return parseDotenv(text).problems.map(({ line, message }) => diagnostic(line, message));
  }
  const composed = composeOnstart(text, additions);
  if ('problem' in composed) return [diagnostic(0, composed.problem.message)];
  if (!composed.encoded) return [];
  const message = vscode.l10n.t('This is longer than the service accepts, so it will be sent compressed.');
  return [diagnostic(0, message, vscode.DiagnosticSeverity.Information)];
}

function diagnostic(
  line: number,
  message: string,
  severity = vscode.DiagnosticSeverity.Error,
): vscode.Diagnostic {
  const found = new vscode.Diagnostic(
    new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER),
    message,
    severity,
  );
  found.source = 'GPU Rental';
  return found;
}
