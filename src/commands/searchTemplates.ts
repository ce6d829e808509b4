import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { filterOperators, type Filters } from '../api/requests';
import type { Template } from '../api/schemas/template';
import { buildFilters, searchFields } from '../views/templates/templateFilters';
import { type Call, read } from './call';
import type { Services } from './services';

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);
const filtersSchema = z.partialRecord(
  z.enum(Object.keys(searchFields) as [string, ...string[]]),
  z.partialRecord(z.enum(filterOperators), value),
);
/** Where the conditions are remembered, also of a search that was not begun. */
const memoryKey = 'gpuRental.lastTemplateSearch';

/** With `filters`: the templates that match. For a person: filters put together, and the result in the view. */
export async function searchTemplates(
  services: Services,
  call: Call,
): Promise<readonly Template[] | undefined> {
  const given = read(call.arguments, 'filters', z.optional(filtersSchema));
  if (given !== undefined) return services.templates.search(given as Filters);
  const { memory } = services;
  const last = z.catch(filtersSchema, {}).parse(memory.get(memoryKey)) as Filters;
  const filters = await buildFilters(last, (changed) => memory.update(memoryKey, changed));
  if (!filters) return undefined;
  const found = await vscode.window.withProgress(
    { location: { viewId: 'gpuRental.templates' }, title: vscode.l10n.t('Searching templates…') },
    () => services.templates.search(filters),
  );
  await vscode.commands.executeCommand('gpuRental.templates.focus');
  return found;
}

/** Takes the last search and its result out of the view. */
export async function clearTemplateSearch({ templates, memory }: Services): Promise<void> {
  templates.clearSearch();
  await memory.update(memoryKey, undefined);
}
