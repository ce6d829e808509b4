import { ApiError } from '../api/errors';
import type { FieldProblem } from './launchRequest';

/**
 * The field that a refusal of the service is about, from its code or from the name at the head of its words
 * ("disk: must be positive", "volume_info.size: …"). Undefined when it names none of `fields`.
 */
export function refusedField(error: unknown, fields: readonly string[]): FieldProblem | undefined {
  if (!(error instanceof ApiError) || error.status === undefined || error.status >= 500) return undefined;
  const said = error.serverMessage ?? '';
  const [, path, words] = /^(?:error \d+\S*: )?[“"']?([a-z][\w.]*)[”"']?:\s*(.+)$/s.exec(said) ?? [];
  const named = fields.find((field) => field === path || path?.startsWith(`${field}.`));
  if (named !== undefined && words !== undefined) return { field: path ?? named, message: words };
  const about = error.code === 'invalid_price' ? 'price' : undefined;
  return about && fields.includes(about) ? { field: about, message: said || error.message } : undefined;
}
