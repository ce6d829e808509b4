import type * as z from 'zod/mini';
import { sentenceFor } from '../../../src/api/answers/sentences';
import { ApiError } from '../../../src/api/errors';
import { readAnswer } from '../../../src/api/http/readAnswer';

/** Reads an answer as a call does. @throws ApiError 'invalid_response' */
export function decode<T extends z.ZodMiniType>(
  schema: T,
  answer: unknown,
  host: string,
  report?: (place: string) => void,
): z.infer<T> {
  const read = readAnswer(schema, answer, report);
  if ('value' in read) return read.value;
  const sentence = sentenceFor('invalid_response', { host, path: read.path });
  throw new ApiError('invalid_response', sentence, { status: 200 });
}
