import { type PanelQuery, panelQuerySchema } from '../../domain/offers/filters/panelQuery';
import { givenSearchSchema, searchOf } from '../../domain/offers/savedSearch';
import { PanelMemory, usualHours } from '../../stores/offers/panelMemory';
import { settings } from '../../stores/settings';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

/** The search of a call; undefined if it has none. @throws LocalError 'invalid_input' */
export function searchOfCall(call: Call): PanelQuery | undefined {
  if (call.arguments.query === undefined) return undefined;
  const given = read(call.arguments, 'query', givenSearchSchema);
  const query = searchOf(given, { disk: settings.rent.disk, hours: usualHours });
  return read({ query }, 'query', panelQuerySchema);
}

/** What was searched last in this window or another one. */
export const lastSearchOf = ({ globalState }: Pick<Services, 'globalState'>): PanelQuery =>
  new PanelMemory(globalState).query;
