import { access } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { type LogPlace, placesIn } from '../../domain/runs/logPlaces';
import type { Run } from '../../domain/runs/run';
import { textScheme } from '../texts/readOnlyTexts';
import { LogTerminal } from './logTerminal';

/** More links than this are of no use in a log. */
const mostLinks = 2000;

/** The name of a run's log as a document. */
export const logName = ({ id }: Pick<Run, 'id'>): string => `${id}.log`;

class PlaceLink extends vscode.TerminalLink {
  readonly place: LogPlace;
  readonly file: string;

  constructor(place: LogPlace, file: string) {
    super(place.start, place.end - place.start, vscode.l10n.t('Open {0}', place.path));
    this.place = place;
    this.file = file;
  }
}

/** Leads from a line of a run's log, in a document or a terminal, to the file of the run's folder that it names. */
export function linkLogs(find: (runId: string) => Run | undefined): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentLinkProvider(
      { scheme: textScheme, pattern: '**/*.log' },
      {
        provideDocumentLinks: async (document, token) => {
          const run = find(path.posix.basename(document.uri.path, '.log'));
          const links: vscode.DocumentLink[] = [];
          const files = new Map<string, Promise<string | undefined>>();
          for (let line = 0; run && line < document.lineCount && links.length < mostLinks; line++) {
            if (token.isCancellationRequested) break;
            for (const place of placesIn(document.lineAt(line).text, run.workdir)) {
              if (!files.has(place.path)) files.set(place.path, fileOf(run, place));
              const file = await files.get(place.path);
              if (file !== undefined) links.push(linkTo(line, place, file));
            }
          }
          return links;
        },
      },
    ),
    vscode.window.registerTerminalLinkProvider({
      provideTerminalLinks: async ({ line, terminal }) => {
        const { pty } = terminal.creationOptions as Partial<vscode.ExtensionTerminalOptions>;
        const run = pty instanceof LogTerminal ? find(pty.runId) : undefined;
        const links: PlaceLink[] = [];
        for (const place of run ? placesIn(line, run.workdir) : []) {
          const file = run && (await fileOf(run, place));
          if (file !== undefined) links.push(new PlaceLink(place, file));
        }
        return links;
      },
      handleTerminalLink: async ({ place: { line, column }, file }: PlaceLink) => {
        const at = new vscode.Position(line - 1, column - 1);
        await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
      },
    }),
  );
}

/** The file on this computer; undefined where there is none. */
async function fileOf({ folder }: Run, place: LogPlace): Promise<string | undefined> {
  const file = path.join(folder, ...place.path.split('/'));
  return access(file).then(
    () => file,
    () => undefined,
  );
}

const linkTo = (line: number, { start, end, ...place }: LogPlace, file: string): vscode.DocumentLink =>
  new vscode.DocumentLink(
    new vscode.Range(line, start, line, end),
    vscode.Uri.file(file).with({ fragment: `L${place.line},${place.column}` }),
  );
