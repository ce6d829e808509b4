import type { Random } from '../sandbox/random';
import type { RemoteControl } from '../sandbox/remoteControl';
import type { Edits } from './edits';
import type { Window } from './window';

interface ActWorld {
  draws: Random;
  sandbox: RemoteControl;
  edits: Edits;
}

export function createTemplate(window: Window, number: number): Promise<unknown> {
  const template = { name: `template ${number}`, image: 'debian', tag: '12', runtype: 'ssh' };
  return window.call('createTemplate', { template, confirmed: window.exports.consent });
}

export async function editTemplate(window: Window, world: ActWorld, number: number): Promise<unknown> {
  const templateId = await ownTemplate(window, world);
  if (templateId === undefined) return undefined;
  const words = `edited ${number}`;
  world.edits.programEdits.push({ words });
  return window.call('editTemplate', {
    templateId,
    changes: { desc: words },
    confirmed: window.exports.consent,
  });
}

export async function deleteTemplate(window: Window, world: ActWorld): Promise<unknown> {
  const templateId = await ownTemplate(window, world);
  if (templateId === undefined) return undefined;
  // With what is written in this window.
  world.edits.discard((edit) => edit.window === window && edit.templateId === templateId);
  return window.call('deleteTemplate', { templateId, confirmed: window.exports.consent });
}

/** One of the person's templates, as the service lists them to this window. */
export async function ownTemplate(
  window: Window,
  { draws, sandbox }: Pick<ActWorld, 'draws' | 'sandbox'>,
): Promise<number | undefined> {
  const filters = { creator_id: { eq: await sandbox.accountId() } };
  const own = await window.call<{ id: number }[]>('searchTemplates', { filters });
  return own.length === 0 ? undefined : draws.pick(own).id;
}
