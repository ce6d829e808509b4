import type * as vscode from 'vscode';
import * as z from 'zod/mini';

/** The text of a template's document that was not sent yet. Its password is not in it. */
export interface TemplateDraft {
  text: string;
  /** The hash_id of the template when the draft began; missing for a new template. */
  hashId?: string | undefined;
  /** A password was entered that the service does not have yet; it is in the secret storage. */
  newPassword: boolean;
}

const key = 'gpuRental.templateDrafts';
const draftSchema = z.object({ text: z.string(), hashId: z.optional(z.string()), newPassword: z.boolean() });

/** Drafts of templates by the path of their document; they outlive the window. */
export class TemplateDrafts {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  get all(): ReadonlyMap<string, TemplateDraft> {
    const stored = z.catch(z.record(z.string(), z.unknown()), {}).parse(this.#memory.get(key));
    return new Map(
      Object.entries(stored).flatMap(([path, value]) => {
        const { data } = draftSchema.safeParse(value);
        return data ? [[path, data]] : [];
      }),
    );
  }

  async set(path: string, draft: TemplateDraft | undefined): Promise<void> {
    const drafts = new Map(this.all);
    if (draft) drafts.set(path, draft);
    else if (!drafts.delete(path)) return;
    await this.#memory.update(key, Object.fromEntries(drafts));
  }
}
