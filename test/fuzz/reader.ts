import * as z from 'zod/mini';
import { jsonOf } from '../../src/api/answers/classify';
import { decode } from '../unit/support/decode';
import { ApiError } from '../../src/api/errors';
import { LocalError } from '../../src/api/localError';
import fc from '../unit/support/fastCheck';
import { texts } from './corpus';
import { valuesOf } from './fromSchema';
import { mutatedJson, mutatedText } from './mutations';

/** One input, and what reads it. */
export interface Trial {
  input: unknown;
  read: () => unknown;
}

/** Something that reads what comes from outside. It returns a value, or throws one of its own errors. */
export interface Reader {
  trials: fc.Arbitrary<Trial>;
  /** Texts that a large input is made of. */
  samples: readonly string[];
  /** Each makes a large text ready, such as the message that a panel receives, and returns what reads it. */
  large: readonly ((text: string) => () => unknown)[];
  throws: readonly (new (...args: never[]) => Error)[];
}

function trials<Input>(inputs: fc.Arbitrary<Input>, read: (input: Input) => unknown): fc.Arbitrary<Trial> {
  return inputs.map((input) => ({ input, read: () => read(input) }));
}

const context = { host: 'example.com', twoFactor: true, secrets: ['a secret'] };

/** An answer of the service. */
export function answerReader(name: string, schema: z.ZodMiniType): Reader {
  const corpus = texts(`answer-${name}`);
  const values = corpus.map((text) => JSON.parse(text) as unknown);
  const read = (text: string): unknown =>
    decode(schema, jsonOf({ status: 200, text, contentType: 'application/json' }, context), context.host);
  const inputs = fc.oneof(
    { weight: 5, arbitrary: mutatedJson(values).map((value) => JSON.stringify(value)) },
    mutatedText([...corpus, ...texts('answer-error'), ...texts('answer-html')]),
  );
  return {
    trials: trials(inputs, read),
    samples: corpus,
    large: [(text) => () => read(text)],
    throws: [ApiError],
  };
}

/** A text of some kinds in the corpus. It is given to each function. */
export function textReader(
  kinds: string | readonly string[],
  ...reads: readonly ((text: string) => unknown)[]
): Reader {
  const samples = [kinds].flat().flatMap(texts);
  const all = (text: string): unknown => reads.map((read) => read(text));
  return {
    trials: trials(mutatedText(samples), all),
    samples,
    large: reads.map((read) => (text: string) => () => read(text)),
    throws: [],
  };
}

/** A message between the two sides of a panel. */
export function messageReader(schema: z.ZodMiniType): Reader {
  const valid = valuesOf(schema);
  const samples = fc.sample(valid, 3).map((value) => JSON.stringify(value) ?? 'null');
  const read = (value: unknown): unknown => z.safeParse(schema, value).success;
  const broken = valid.chain((value) => mutatedJson([value]));
  return {
    trials: trials(fc.oneof(valid, broken), read),
    samples,
    // A panel receives values, not texts.
    large: [(text) => prepared(parsed(text), read)],
    throws: [],
  };
}

/** A file with JSON. */
export function fileReader(kind: string, ...reads: readonly ((text: string) => unknown)[]): Reader {
  const samples = texts(kind);
  const values = samples.map((text) => JSON.parse(text) as unknown);
  const inputs = fc.oneof(
    { weight: 4, arbitrary: mutatedJson(values).map((value) => JSON.stringify(value)) },
    mutatedText(samples),
  );
  return {
    trials: trials(inputs, (text) => reads.map((read) => read(text))),
    samples,
    large: reads.map((read) => (text: string) => () => read(text)),
    throws: [LocalError],
  };
}

/** What VS Code keeps for the extension, as a value. */
export function valueReader(kind: string, read: (value: unknown) => unknown): Reader {
  const samples = texts(kind);
  const values = samples.map((text) => JSON.parse(text) as unknown);
  return {
    trials: trials(mutatedJson(values), read),
    samples,
    large: [(text) => prepared(parsed(text), read)],
    throws: [LocalError],
  };
}

const prepared = (value: unknown, read: (value: unknown) => unknown) => (): unknown => read(value);

/** A large input of broken JSON is still a text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
