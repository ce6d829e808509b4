const pattern = /^gpu-([1-9][0-9]*)$/;

/**
 * The name of an instance in every ssh config, `gpu-<id>`: lower case (VS Code lower-cases authorities) and the
 * same for the whole life of the instance. Throws a RangeError unless `id` is a positive safe integer.
 */
export function aliasOf(id: number): string {
  if (!Number.isSafeInteger(id) || id <= 0) throw new RangeError(`Not an instance id: ${id}`);
  return `gpu-${id}`;
}

/** The instance id of an alias, or undefined for any other host name. */
export function idOfAlias(alias: string): number | undefined {
  const id = Number(pattern.exec(alias)?.[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}
