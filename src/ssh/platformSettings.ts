import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import { idOfAlias } from './alias';

/** What each host runs, as Remote-SSH remembers it by the host's name. */
export type Platforms = Readonly<Record<string, unknown>>;

/** The setting in which it does. */
export const platformsSetting = { section: 'remote.SSH', name: 'remotePlatform' } as const;

/** Those of other hosts than ours. */
export function otherPlatforms(known: Platforms): Platforms {
  return Object.fromEntries(Object.entries(known).filter(([host]) => idOfAlias(host) === undefined));
}

/**
 * A settings file without the platforms of our hosts; all else stays as it is. Undefined when it has none of them, or
 * cannot be read without guessing.
 */
export function withoutOurPlatforms(content: Buffer): Buffer | undefined {
  const text = content.toString('utf8');
  const errors: ParseError[] = [];
  const settings: unknown = parse(text, errors, { allowTrailingComma: true });
  const setting = `${platformsSetting.section}.${platformsSetting.name}`;
  if (errors.length > 0 || !Buffer.from(text).equals(content) || !isObject(settings)) return undefined;
  const known = settings[setting];
  if (!isObject(known)) return undefined;
  const ours = Object.keys(known).filter((host) => idOfAlias(host) !== undefined);
  if (ours.length === 0) return undefined;
  const paths = ours.length === Object.keys(known).length ? [[setting]] : ours.map((host) => [setting, host]);
  // Without formatting options nothing around is touched.
  return Buffer.from(
    paths.reduce((edited, path) => applyEdits(edited, modify(edited, path, undefined, {})), text),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
