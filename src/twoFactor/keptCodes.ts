/**
 * Backup codes that no person has confirmed as stored, by account. They exist nowhere else, and a panel can't prevent
 * being closed, so they stay in memory until they are confirmed or the window closes.
 */
export class KeptCodes {
  readonly #codes = new Map<string, readonly string[]>();

  get(accountId: string): readonly string[] | undefined {
    return this.#codes.get(accountId);
  }

  keep(accountId: string, codes: readonly string[]): void {
    this.#codes.set(accountId, codes);
  }

  forget(accountId: string): void {
    this.#codes.delete(accountId);
  }
}
