import { build, formatMessages, type BuildFailure } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfigFileTextToJson } from 'typescript';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '../..');

/** JSON with comments, as VS Code writes its own files. */
function read<T extends z.core.$ZodType>(file: string, schema: T): z.infer<T> {
  const parsed = parseConfigFileTextToJson(file, readFileSync(join(root, file), 'utf8'));
  expect(parsed.error).toBeUndefined();
  return z.parse(schema, parsed.config);
}

const pattern = z.array(z.object({ regexp: z.string() }));
const tasks = read(
  '.vscode/tasks.json',
  z.object({
    tasks: z.array(
      z.object({
        label: z.string(),
        type: z.string(),
        script: z.optional(z.string()),
        args: z.optional(z.array(z.string())),
        problemMatcher: z.unknown(),
      }),
    ),
  }),
).tasks;
const task = (label: string) => tasks.find((one) => one.label === label);

describe('F5', () => {
  const [start] = read(
    '.vscode/launch.json',
    z.object({ configurations: z.array(z.looseObject({ preLaunchTask: z.optional(z.string()) })) }),
  ).configurations;

  it('attaches where its task lets a debugger in', () => {
    expect(task(start?.preLaunchTask ?? '')?.args?.slice(-2)).toEqual(['--inspect', String(start?.port)]);
  });

  it('waits for a line that the demo prints once its window is there', () => {
    const matcher = z.looseObject({ background: z.object({ endsPattern: z.string() }) });
    const { endsPattern } = z.parse(matcher, task('sandbox')?.problemMatcher).background;
    expect(readFileSync(join(root, 'test/host/demo.ts'), 'utf8')).toMatch(new RegExp(endsPattern, 'm'));
  });
});

describe('the tasks', () => {
  it('run scripts that there are', () => {
    const { scripts } = read('package.json', z.object({ scripts: z.record(z.string(), z.string()) }));
    for (const { type, script } of tasks) if (type === 'npm') expect(scripts).toHaveProperty(script ?? '');
  });

  it('find the place of a mistake in what the build prints', async () => {
    const failure = await build({
      stdin: { contents: '\nconst x = ;', sourcefile: 'src/some/file.ts', loader: 'ts' },
      write: false,
      logLevel: 'silent',
    }).catch((error: unknown) => error as BuildFailure);
    const [text = ''] = await formatMessages('errors' in failure ? (failure.errors ?? []) : [], {
      kind: 'error',
      color: false,
    });
    const { pattern: lines } = z.parse(z.looseObject({ pattern }), task('watch')?.problemMatcher);
    const printed = text.split('\n').slice(0, lines.length);
    const [first, , place] = lines.map(({ regexp }, index) => new RegExp(regexp).exec(printed[index] ?? ''));
    expect(first?.slice(1)).toEqual(['ERROR', 'Unexpected ";"']);
    expect(place?.slice(1)).toEqual(['src/some/file.ts', '2', '10']);
  });
});
