/** IPv4, IPv6 and names, with a port; of names, no setting of an editor. */
const addresses = [
  /\b\d{1,3}(?:\.\d{1,3}){3}\b(?::\d+)?/g,
  /\[?(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])(?:%\w+)?\]?(?::\d+)?/gi,
  /(?<![\w./-])(?!(?:gpuRental|remote)\.)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?![\w-])(?::\d+)?/gi,
  /(?<=@)[\w-]+|(?<=\bhost(?:name)? )[\w-]+/gi,
  /\bport \d+/gi,
];
/** Absolute, or below the person's home folder, on any system. */
const paths = /(?<![\w./\\])(?:~|[a-z]:|\\\\[\w.-]+)?[\\/](?:[^\s"'<>|:]*[^\s"'<>|:.,;)])/gi;

/**
 * A sentence for a language model, without the addresses and files in it: what other programs said may have them, too.
 *
 * @param hosts of the instance
 * @param files that may have spaces in them, such as the person's home folder
 */
export function withoutPlaces(text: string, hosts: readonly string[], files: readonly string[]): string {
  const known = (all: readonly string[]): string[] =>
    all.filter((one) => one.length > 2).toSorted((one, other) => other.length - one.length);
  let told = text;
  for (const file of known(files)) told = told.replaceAll(file, '/file');
  told = told.replaceAll(paths, '(file)');
  for (const host of known(hosts)) told = told.replaceAll(host, '(address)');
  for (const address of addresses) told = told.replaceAll(address, '(address)');
  return told.replaceAll(/\(address\):\d+/g, '(address)');
}
