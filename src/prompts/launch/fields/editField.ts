import type { ChoiceControl, LaunchField, LineControl } from '../../../domain/launch/form/field';
import type { FormState, FormView } from '../../../domain/launch/form/state';
import { pick, type Step } from '../../steps';
import { editImage } from './editImage';
import { editLogin } from './editLogin';
import { editScript } from './editScript';
import { editTemplate } from './editTemplate';
import { editVariables } from './editVariables';
import { editVolume } from './editVolume';
import { askKept, done, type FieldTools, mapStep, titleOf } from './field';

/** Asks for one field of the launch form. */
export function editField(field: LaunchField, view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const { control } = field;
  switch (control.kind) {
    case 'line':
      return editLine(field, control, view, tools);
    case 'flag':
      // Enter toggles it.
      return Promise.resolve(done(control.set(view, !control.isOn(view))));
    case 'choice':
      return editChoice(field, control, view);
    case 'template':
      return editTemplate(view, tools);
    case 'image':
      return editImage(control.line, view, tools);
    case 'script':
      return editScript(view, tools);
    case 'variables':
      return editVariables(view, tools);
    case 'login':
      return editLogin(view, tools);
    case 'volume':
      return editVolume(view, tools);
  }
}

async function editLine(
  field: LaunchField,
  { prompt, placeholder, proposed, check, set }: LineControl,
  view: FormView,
  tools: FieldTools,
): Promise<Step<FormState>> {
  const step = await askKept(view, tools, field.key, {
    title: titleOf(field),
    prompt: prompt(view),
    ...(placeholder === undefined ? {} : { placeholder }),
    value: proposed(view),
    validate: (text) => check(view, text),
  });
  return mapStep(step, (text) => set(view, text));
}

async function editChoice(
  field: LaunchField,
  { options, chosen, set }: ChoiceControl,
  view: FormView,
): Promise<Step<FormState>> {
  const rows = options.map((option) => ({ ...option, description: option.value }));
  const step = await pick(rows, {
    title: titleOf(field),
    back: true,
    active: ({ value }) => value === chosen(view),
  });
  return mapStep(step, ({ item }) => set(view, item?.value ?? ''));
}
