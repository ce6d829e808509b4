/** What a person agreed to for an instance although the login check found problems; for this window. */
export class LoginAgreements {
  readonly #unchecked = new Set<number>();
  readonly #warnings = new Map<number, ReadonlySet<string>>();

  /** They connect although the check couldn't log in, for example because their key has a passphrase. */
  goUnchecked(instanceId: number): void {
    this.#unchecked.add(instanceId);
  }

  goesUnchecked(instanceId: number): boolean {
    return this.#unchecked.has(instanceId);
  }

  /** Warnings that they saw and opened a window anyway. */
  acceptWarnings(instanceId: number, warnings: readonly string[]): void {
    this.#warnings.set(instanceId, new Set(warnings));
  }

  accepts(instanceId: number, warning: string): boolean {
    return this.#warnings.get(instanceId)?.has(warning) ?? false;
  }
}
