import { ApiError } from '../../api/errors';
import type { FieldProblem } from './launchRequest';

/**
 * The field that the service refused, from the error's code or from the name at the start of its message ("disk: must
 * be positive", "volume_info.size: …"). Undefined if it names none of `fields`.
 */
export function refusedField(error: unknown, fields: readonly string[]): FieldProblem | undefined {
  if (!(error instanceof ApiError) || error.status === undefined || error.status >= 500) return undefined;
  const said = error.serverMessage ?? '';
  const [, path, words] = /^(?:error \d+\S*: )?[“"']?([a-z][\w.]*)[”"']?:\s*(.+)$/s.exec(said) ?? [];
  const named = fields.find((field) => field === path || path?.startsWith(`${field}.`));
  if (named !== undefined && words !== undefined) return { field: path ?? named, message: words };
  if (error.code === 'no_ssh_key_for_vm' && fields.includes('vm'))
    return { field: 'vm', message: error.message };
  const about = error.code === 'invalid_price' ? 'price' : undefined;
  return about && fields.includes(about) ? { field: about, message: said || error.message } : undefined;
}
