/** A setting from the manifest. */
interface SettingSchema {
  type?: string | undefined;
  enum?: readonly unknown[] | undefined;
}

interface Diagnostics {
  facts: Readonly<Record<string, string | number>>;
  phases: ReadonlyMap<string, number>;
  /** `value` is the user's value; undefined for the default. */
  settings: readonly { name: string; schema: SettingSchema; value: unknown }[];
  /** The last lines of the log. */
  lines: readonly string[];
}

/** The text of a report, in Markdown for issue forms. */
export function diagnosticsText({ facts, phases, settings, lines }: Diagnostics): string {
  const instances = [...phases].map(([phase, count]) => `${count} ${phase}`).join(', ');
  return [
    ...Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`),
    `- Instances: ${instances || 'none'}`,
    '',
    '### Settings',
    ...settings.map(({ name, schema, value }) => `- ${name}: ${shownValue(schema, value)}`),
    '',
    '### Log',
    '```',
    ...lines,
    '```',
    '',
  ].join('\n');
}

/** Free text may be private: paths contain the person's name, images and addresses are about their work. */
function shownValue({ type, enum: choices }: SettingSchema, value: unknown): string {
  if (value === undefined) return 'default';
  const isHarmless =
    (type === 'boolean' && typeof value === 'boolean') ||
    ((type === 'number' || type === 'integer') && typeof value === 'number') ||
    (typeof value === 'string' && choices?.includes(value));
  return isHarmless ? JSON.stringify(value) : 'set';
}
