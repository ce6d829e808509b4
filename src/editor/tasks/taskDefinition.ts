import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';

/** A task of the type `gpuRental` in `tasks.json`. The manifest has the same members. */
export const taskDefinitionSchema = z.object({
  /** The id or the label. */
  instance: z.union([z.int().check(z.positive()), z.string().check(z.trim(), z.minLength(1))]),
  command: z.string().check(z.minLength(1)),
  cwd: z.optional(z.string()),
});

export type InstanceTask = z.infer<typeof taskDefinitionSchema>;

/** @throws LocalError 'invalid_input' that names the member */
export function readTask(definition: unknown): InstanceTask {
  const { data, error } = taskDefinitionSchema.safeParse(definition);
  if (data) return data;
  throw new LocalError(
    'invalid_input',
    vscode.l10n.t('“{0}” in this task is missing or has the wrong type.', String(error.issues[0]?.path[0])),
  );
}
