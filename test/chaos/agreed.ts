/** What the person has agreed to, to be compared with what the service was asked for. */
export class Agreed {
  /** Rentals by their label. */
  readonly rentals = new Set<string>();
  /** How often, by "destroy 12", "start 12", "bid 12". */
  readonly deeds = new Map<string, number>();

  add(deed: string, id: number): void {
    const key = `${deed} ${id}`;
    this.deeds.set(key, (this.deeds.get(key) ?? 0) + 1);
  }
}
