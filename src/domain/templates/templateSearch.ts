import type { Template } from '../../api/schemas/templates/template';

/** Whether each word occurs in the template's name, description, image, tag or repository, in any letter case. */
export function hasWords({ name, desc, image, tag, repo }: Partial<Template>, words: string): boolean {
  const text = [name, desc, image, tag, repo].join('\n').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
