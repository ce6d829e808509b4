/**
 * Backup codes that nobody has said to have stored, by account. They exist nowhere else and a panel cannot stop
 * itself from being closed, so they stay in memory until then, or until the window ends.
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
