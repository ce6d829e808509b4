const secretMember = /^(?:api_key|key|secret|session_key|instance_api_key|backup_codes)$/;
const MAX_KEPT = 10_000;

/** Every secret that an answer carried, for tests that look where none may be found. */
export class HandedOut {
  readonly #values = new Set<string>();

  /** @param payload the answer's JSON */
  read(payload: unknown): void {
    if (typeof payload !== 'string' || this.#values.size > MAX_KEPT) return;
    try {
      this.#collect(JSON.parse(payload), false);
    } catch {
      // An answer that is no JSON was disturbed on purpose, and carries nothing of the service's.
    }
  }

  all(): string[] {
    return [...this.#values];
  }

  #collect(value: unknown, isSecret: boolean): void {
    if (isSecret && typeof value === 'string') this.#values.add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value))
      this.#collect(member, (isSecret && Array.isArray(value)) || secretMember.test(name));
  }
}
