import { LocalError } from '../../api/localError';
import type { TemplateFields } from '../../api/schemas/templates/templateFields';
import { problemSentence } from '../../domain/launch/launchRequest';
import { checkTemplate } from '../../domain/templates/templateFields';

/** @throws LocalError 'invalid_input' that names every wrong field */
export function checkedTemplate(
  given: Readonly<Record<string, unknown>>,
  isNew: boolean,
): Partial<TemplateFields> & Pick<TemplateFields, 'name' | 'image'> {
  const problems = checkTemplate(given, isNew);
  if (problems.length > 0) throw new LocalError('invalid_input', problemSentence(problems));
  // Checked with the schemas of these types; `name` and `image` exist if it is new.
  return given as Partial<TemplateFields> & Pick<TemplateFields, 'name' | 'image'>;
}
