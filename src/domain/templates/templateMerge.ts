import { isDeepStrictEqual } from 'node:util';
import type { TemplateFields } from '../../api/schemas/templates/templateFields';
import { changedFields } from './templateDocument';
import type { TemplateContent } from './templateFields';

/** The changes of two people to one template. */
export interface TemplateMerge {
  /** My changes that the other version doesn't have. Only these are sent. */
  mine: TemplateContent;
  /** Their changes, in their version. */
  theirs: TemplateContent;
  /** Fields that both changed differently. */
  conflicts: string[];
}

/**
 * Merges both sides' changes, field by field.
 *
 * @param base what both began with; undefined where that is not known: then every difference may be a conflict
 */
export function mergeTemplate(
  base: Required<TemplateFields> | undefined,
  mine: TemplateContent,
  theirs: Required<TemplateFields>,
): TemplateMerge {
  const myChanges = changedFields(theirs, base ? changedFields(base, mine) : mine);
  const known = new Map<string, unknown>(Object.entries(base ?? {}));
  const isTheirs = ([name, value]: [string, unknown]): boolean =>
    !base || !isDeepStrictEqual(value, known.get(name));
  const theirChanges = Object.fromEntries(Object.entries(theirs).filter(isTheirs));
  return {
    mine: myChanges,
    theirs: base
      ? Object.fromEntries(Object.entries(theirChanges).filter(([name]) => !(name in myChanges)))
      : {},
    conflicts: Object.keys(myChanges).filter((name) => name in theirChanges),
  };
}
