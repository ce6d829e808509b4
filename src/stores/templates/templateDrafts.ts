import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { orElse } from '../../api/schemas/fields';

const key = 'gpuRental.templateDrafts';
const draftSchema = z.object({
  text: z.string(),
  /** The template's hash_id when the draft was started; missing for a new template. */
  hashId: z.optional(z.string()),
  /** Its fields at that time, without a password. */
  base: z.optional(z.record(z.string(), z.unknown())),
  /** A password was entered that wasn't sent yet. It is in the secret storage. */
  newPassword: z.boolean(),
});

/** The unsent text of a template's document, without its password. */
export type TemplateDraft = z.infer<typeof draftSchema>;

/** Drafts of templates by the path of their document. They stay after the window closes. */
export class TemplateDrafts {
  readonly #globalState: vscode.Memento;

  constructor(globalState: vscode.Memento) {
    this.#globalState = globalState;
  }

  get all(): ReadonlyMap<string, TemplateDraft> {
    return draftsIn(this.#globalState.get(key));
  }

  async set(path: string, draft: TemplateDraft | undefined): Promise<void> {
    const { [path]: before, ...others } = allIn(this.#globalState.get(key));
    if (!draft && before === undefined) return;
    await this.#globalState.update(key, draft ? { ...others, [path]: draft } : others);
  }
}

/** With what can't be read: a newer version may have written it. */
const allIn = (stored: unknown): Readonly<Record<string, unknown>> =>
  orElse(z.record(z.string(), z.unknown()), {}).parse(stored);

/** The drafts that can be read in what was stored, by path. */
export function draftsIn(stored: unknown): ReadonlyMap<string, TemplateDraft> {
  return new Map(
    Object.entries(allIn(stored)).flatMap(([path, value]) => {
      const { data } = draftSchema.safeParse(value);
      return data ? [[path, data]] : [];
    }),
  );
}
