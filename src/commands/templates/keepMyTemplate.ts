import type { Call } from '../call';
import type { Services } from '../services';
import { conflictingDocument } from './conflictingDocument';

/** Of a template that was edited elsewhere, too: sends what was changed here. */
export async function keepMyTemplate({ templateConflicts }: Services, call: Call): Promise<void> {
  const uri = conflictingDocument(call);
  if (uri) await templateConflicts.keepMine(uri);
}
