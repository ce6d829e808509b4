import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { commandSources } from '../schemas/commands';
import { jsonSchemas } from '../schemas/jsonSchemas';

describe('the JSON schemas in media and in the manifest', () => {
  it('are those of the source; `npm run schemas` writes them', async () => {
    const schemas = await jsonSchemas();
    expect(schemas.size).toBe(4);
    for (const [path, content] of schemas) expect(await readFile(path, 'utf8'), path).toBe(content);
  });
});

describe('the names and the table of commands in the source', () => {
  it('are those of the folders; `npm run schemas` writes them', async () => {
    const sources = await commandSources();
    expect(sources.size).toBe(2);
    for (const [path, content] of sources) expect(await readFile(path, 'utf8'), path).toBe(content);
  });
});
