const secretMember = /^(?:new_api_key|api_key|key|secret|session_key|instance_api_key|backup_codes)$/;
const MAX_KEPT = 10_000;

/** Every secret in an answer, for tests that check that secrets appear nowhere else. */
export class HandedOut {
  readonly #values = new Set<string>();

  /** @param payload the answer's JSON */
  read(payload: unknown): void {
    if (typeof payload !== 'string' || this.#values.size > MAX_KEPT) return;
    try {
      this.#collect(JSON.parse(payload), false);
    } catch {
      // An answer that is not JSON was changed by a fault rule and has no secrets of the service.
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
