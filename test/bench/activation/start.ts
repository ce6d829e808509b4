import * as z from 'zod/mini';

/** What one start of one extension in a fresh extension host showed. */
export const startSchema = z.object({
  /** Milliseconds that `activate()` took, with the loading of its code. */
  milliseconds: z.number(),
  /** Bytes of JavaScript heap that stayed after a garbage collection. */
  heapBytes: z.number(),
  /**
   * The extension's own code files that were loaded until `activate()` had resolved, with their sizes in bytes. Only
   * asked for in a start of its own: watching slows down what it watches.
   */
  files: z.optional(z.array(z.object({ path: z.string(), bytes: z.number() }))),
});

export type Start = z.infer<typeof startSchema>;

/** The environment variables by which the measuring module in the host is told what to do. */
export const variables = {
  extensionId: 'GPU_RENTAL_BENCH_EXTENSION',
  /** The file that the figures go to. */
  result: 'GPU_RENTAL_BENCH_RESULT',
  /** Set where the files are asked for instead of times. */
  files: 'GPU_RENTAL_BENCH_FILES',
} as const;
