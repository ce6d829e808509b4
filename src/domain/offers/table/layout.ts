import * as z from 'zod/mini';

/** The columns of the table and the axes of the plot, as a person arranged them. */
export const layoutSchema = z.object({
  /** In their order; none means the usual ones. `width` in CSS pixels. */
  columns: z.array(z.object({ id: z.string(), width: z.optional(z.number().check(z.positive())) })),
  plot: z.optional(
    z.object({ x: z.string(), y: z.string(), logX: z.boolean(), logY: z.boolean(), isShown: z.boolean() }),
  ),
});
export type Layout = z.infer<typeof layoutSchema>;
