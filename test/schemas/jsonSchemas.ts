import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { descriptions } from '../../src/api/schemas/described';
import { described } from './described';
import { templateFieldSchemas } from '../../src/api/schemas/templates/templateFields';
import { isObject } from '../../src/api/schemas/fields';
import { projectSchema, savedLaunchSchema } from '../../src/domain/launch/launchFile';
import { inputs, modelDescriptions } from '../../src/editor/assistant/inputs';
import { toolId, type ToolName, toolNames } from '../../src/editor/assistant/toolNames';
import { commandsOfManifest } from './commands';
import { formatted } from './formatted';

const { name, image, ...others } = templateFieldSchemas;
const optional = Object.entries(others).map(([key, schema]) => [key, z.optional(schema)] as const);
const all: Record<string, z.ZodMiniType> = { name, image, ...Object.fromEntries(optional) };
/** In the order of a document. */
const templateSchema = z.strictObject(
  Object.fromEntries(Object.keys(templateFieldSchemas).flatMap((key) => (all[key] ? [[key, all[key]]] : []))),
);
descriptions.set(templateSchema, {
  title: 'GPU rental template',
  description:
    'A stored launch configuration. Saving by hand sends what differs from the template; automatic saves keep a draft on this machine.',
  allowComments: true,
  allowTrailingCommas: true,
});

/**
 * The JSON schemas by which editors check our files, and the manifest with the commands and the tools of language
 * models, by their path in the repository.
 */
export async function jsonSchemas(): Promise<Map<string, string>> {
  const files: Record<string, object> = {
    'media/schemas/gpu-launch.schema.json': jsonSchema(savedLaunchSchema),
    'media/schemas/gpu-rental-project.schema.json': jsonSchema(projectSchema),
    'media/schemas/gpu-template.schema.json': jsonSchema(templateSchema),
    'package.json': await manifest(),
  };
  const texts = Object.entries(files).map(
    async ([path, content]) => [path, await formatted(path, JSON.stringify(content))] as const,
  );
  return new Map(await Promise.all(texts));
}

/** The manifest as it is, but for its commands and tools. */
async function manifest(): Promise<object> {
  const read = JSON.parse(await readFile('package.json', 'utf8')) as { contributes: object };
  const written = { ...commandsOfManifest(), languageModelTools: toolNames.map(tool) };
  return { ...read, contributes: { ...read.contributes, ...written } };
}

const icons: Readonly<Record<ToolName, string>> = {
  searchOffers: 'search',
  listInstances: 'server',
  spending: 'graph-line',
  diagnoseConnection: 'pulse',
  showLogs: 'output',
  connect: 'remote',
  rentOffer: 'add',
  startInstance: 'play',
  stopInstance: 'debug-stop',
  destroyInstance: 'trash',
  runOnGpu: 'rocket',
  followRun: 'output',
};

function tool(name: ToolName): object {
  return {
    name: toolId(name),
    tags: ['gpu', 'cloud'],
    displayName: `%tool.${name}%`,
    userDescription: `%tool.${name}.description%`,
    modelDescription: modelDescriptions[name],
    toolReferenceName: `gpu${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    canBeReferencedInPrompt: true,
    icon: `$(${icons[name]})`,
    when: 'gpuRental.signedIn',
    inputSchema: forModel(jsonSchema(inputs[name])),
  };
}

/** Without what only our editors of files know, and without lists of types, which not every model's service takes. */
function forModel(schema: object): unknown {
  const dropped = new Set(['$schema', 'defaultSnippets', 'enumDescriptions']);
  const simple = (key: string, value: unknown): unknown => {
    if (dropped.has(key)) return undefined;
    if (!isObject(value) || !Array.isArray(value.type)) return value;
    const { type, ...others } = value;
    return { ...others, anyOf: type.map((one: unknown) => ({ type: one })) };
  };
  return JSON.parse(JSON.stringify(schema, simple)) as unknown;
}

function jsonSchema(schema: z.ZodMiniType): object {
  return z.toJSONSchema(schema, {
    target: 'draft-07',
    io: 'input',
    metadata: described,
    unrepresentable: 'any',
    override: ({ jsonSchema: one }) => {
      const [first, second] = one.anyOf ?? [];
      if (one.anyOf?.length === 2 && second?.type === 'null' && first?.type === 'object') {
        delete one.anyOf;
        Object.assign(one, { ...first, ...one, type: ['object', 'null'] });
      }
      // A keyword that a description sets to undefined is left out by JSON.stringify; these are only JavaScript's limits.
      if (one.minimum === Number.MIN_SAFE_INTEGER) delete one.minimum;
      if (one.maximum === Number.MAX_SAFE_INTEGER) delete one.maximum;
    },
  });
}
