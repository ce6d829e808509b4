import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type Call, read } from '../call';

/** The document that the caller names, else the one in front. */
export function conflictingDocument(call: Call): vscode.Uri | undefined {
  const text = read(call.arguments, 'document', z.optional(z.string()));
  return text === undefined ? vscode.window.activeTextEditor?.document.uri : vscode.Uri.parse(text);
}
