import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';

const text = z.string().check(z.minLength(1));

/** A task of the type `gpuRental` in `tasks.json`. The manifest has the same members. */
export const taskDefinitionSchema = z.object({
  /** The id or the label. */
  instance: z.union([z.int().check(z.positive()), z.string().check(z.regex(/\S/))]),
  /** What runs there, in `cwd`, as long as the task does. */
  command: z.optional(text),
  cwd: z.optional(z.string()),
  /** A task file that is run without this computer, after the folder was sent. */
  run: z.optional(text),
  /** Files and folders of this computer that are copied into the folder `to`. */
  copy: z.optional(z.union([text, z.array(text).check(z.minLength(1))])),
  to: z.optional(text),
});

/** What a task does: one of the three. */
export type TaskWork =
  | { kind: 'command'; command: string; cwd: string | undefined }
  | { kind: 'run'; file: string }
  | { kind: 'copy'; from: readonly string[]; to: string | undefined };

export type InstanceTask = { instance: number | string } & TaskWork;

/** @throws LocalError 'invalid_input' that names the member */
export function readTask(definition: unknown): InstanceTask {
  const { data, error } = taskDefinitionSchema.safeParse(definition);
  if (!data)
    throw new LocalError(
      'invalid_input',
      vscode.l10n.t('“{0}” in this task is missing or has the wrong type.', String(error.issues[0]?.path[0])),
    );
  const { instance, command, cwd, run, copy, to } = data;
  const works: TaskWork[] = [
    ...(command === undefined ? [] : [{ kind: 'command', command, cwd } as const]),
    ...(run === undefined ? [] : [{ kind: 'run', file: run } as const]),
    ...(copy === undefined ? [] : [{ kind: 'copy', from: [copy].flat(), to } as const]),
  ];
  const [work] = works;
  if (!work || works.length > 1)
    throw new LocalError('invalid_input', vscode.l10n.t('This task must have one of command, run and copy.'));
  return { instance: typeof instance === 'string' ? instance.trim() : instance, ...work };
}
