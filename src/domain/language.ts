let tag = 'en';

/** VS Code's display language, such as `de` or `zh-cn`, in which `format.ts` writes. */
export const language = (): string => tag;

/**
 * Once for each process, before anything is shown: on the host and in each panel.
 *
 * @param name VS Code's display language
 */
export function formatIn(name: string): void {
  tag = name;
}
