import type { Services } from '../../prompts/services';

/** Goes from a script or the variables in an editor tab back to the launch form that they belong to. */
export async function finishEditing({ editors }: Pick<Services, 'editors'>): Promise<void> {
  await editors.finish();
}
