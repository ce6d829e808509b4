import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { type ParameterTable, readParameters, type ReadTable, tableOf } from '../../domain/sweeps/parameters';
import { askText } from '../steps';

/** A table that a program gives: a value, or the path of a JSON or CSV file in the folder. @throws LocalError */
export async function tableFrom(given: unknown, folder: string): Promise<ParameterTable> {
  return taken(await readGiven(given, folder));
}

async function readGiven(given: unknown, folder: string): Promise<ReadTable> {
  if (typeof given !== 'string') return tableOf(given);
  return isFile(given) ? fromFile(path.resolve(folder, given)) : readParameters(given);
}

const isFile = (text: string): boolean => /^\S[^=\n]*\.(json|csv)$/i.test(text.trim());

async function fromFile(file: string): Promise<ReadTable> {
  try {
    return readParameters(await readFile(file, 'utf8'));
  } catch {
    // Whatever the reason, the person names another file.
    return { problem: vscode.l10n.t('{0} can’t be read.', file) };
  }
}

function taken(read: ReadTable): ParameterTable {
  if ('table' in read) return read.table;
  throw new LocalError('invalid_input', read.problem);
}

/** Asks for the parameters of a sweep. Undefined if the person closed the question. */
export async function askParameters(folder: string, title: string): Promise<ParameterTable | undefined> {
  const text = await askText({
    title,
    prompt: vscode.l10n.t(
      'Values to try. Each combination is a job, which gets them as environment variables. You can also enter the path of a CSV or JSON file in {0}',
      path.basename(folder),
    ),
    placeholder: 'lr=1e-3,1e-4 seed=0,1,2',
    validate: (text) => {
      if (isFile(text)) return undefined;
      const read = readParameters(text);
      return 'problem' in read ? read.problem : undefined;
    },
  });
  return text === undefined ? undefined : tableFrom(text.trim(), folder);
}
