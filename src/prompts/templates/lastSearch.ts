import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Filters } from '../../api/schemas/offers/filters';
import { templateFiltersSchema } from '../../api/schemas/templates/template';

const key = 'gpuRental.lastTemplateSearch';

/** The conditions of the last template search, even if it wasn't started. */
export function lastSearch(globalState: vscode.Memento): Filters {
  return z.catch(templateFiltersSchema, {}).parse(globalState.get(key));
}

/** @param filters none to forget them */
export async function keepLastSearch(
  globalState: vscode.Memento,
  filters: Filters | undefined,
): Promise<void> {
  await globalState.update(key, filters);
}
