import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/templates/template';

export function templateName({ name, hash_id }: Template): string {
  return plainText(name ?? '', 60) || hash_id;
}
