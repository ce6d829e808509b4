import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/templates/template';

/** The name of a template for a person. */
export function templateName({ name, hash_id }: Template): string {
  return plainText(name ?? '', 60) || hash_id;
}
