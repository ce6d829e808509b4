import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { jsonSchemas } from '../schemas/jsonSchemas';

describe('the JSON schemas in media and in the manifest', () => {
  it('are those of the source; `npm run schemas` writes them', async () => {
    const schemas = await jsonSchemas();
    expect(schemas.size).toBe(4);
    for (const [path, content] of schemas) expect(await readFile(path, 'utf8'), path).toBe(content);
  });
});
