import * as z from 'zod/mini';
import type { HttpAnswer } from './exchange';
import { isObject, parsedJson } from '../schemas/fields';
import { reportUnknown, whileReporting } from '../schemas/rows';
import { cleanServerText } from '../answers/serverText';

/**
 * The JSON of an answer that reports no failure; undefined where its words have to be read first, see `jsonOf`.
 *
 * @param parsed what the text was parsed to, if it was
 */
export function plainJson({ status, text }: HttpAnswer, parsed?: unknown): unknown {
  if (status < 200 || status >= 300) return undefined;
  const json = parsed ?? parsedJson(text);
  if (!isObject(json)) return json;
  const says = ['msg', 'message', 'detail'].some((member) => typeof json[member] === 'string');
  return says || Boolean(json.error) || json.success === false ? undefined : json;
}

/**
 * What an answer says by its schema, or the place that has another shape, never its value. `report` is called with each
 * place that can't be read.
 */
export function readAnswer<T extends z.ZodMiniType>(
  schema: T,
  answer: unknown,
  report: (place: string) => void = () => undefined,
): { value: z.infer<T> } | { path: string } {
  const result = whileReporting(report, () => readWhole(schema, answer));
  return result.success ? { value: result.data } : { path: pathOf(result.error.issues[0]?.path ?? []) };
}

function readWhole<T extends z.ZodMiniType>(schema: T, answer: unknown) {
  const result = z.safeParse(schema, answer);
  reportUnknown(schema, answer, result.data, '');
  return result;
}

/** Hears of places without what does not belong into a log. */
export const reportTo =
  (report: (place: string) => void) =>
  (place: string): void =>
    report(cleanServerText(place, []) ?? wholeAnswer);

/** `instances[0].ssh_port` */
function pathOf(keys: readonly PropertyKey[]): string {
  const text = keys
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
  return cleanServerText(text, []) ?? wholeAnswer;
}

/** The answer as a whole has the wrong shape. */
const wholeAnswer = '$';
