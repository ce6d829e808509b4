import { scriptFile, takeScript } from '../../../domain/launch/form/script';
import type { FormState, FormView } from '../../../domain/launch/form/state';
import type { Step } from '../../steps';
import { done, type FieldTools } from './field';

export async function editScript(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  return done(takeScript(view, await scriptFromTab(view, tools)));
}

/** The script, once it was edited in a tab. */
export function scriptFromTab(view: FormView, { services, keepTyped }: FieldTools): Promise<string> {
  const { additions } = view.resolved.values;
  return services.editors.edit({
    file: 'onstart.sh',
    text: view.typed[scriptFile] ?? view.resolved.values.onstart ?? '',
    ...(additions ? { additions } : {}),
    onSave: (saved) => keepTyped(scriptFile, saved),
  });
}
