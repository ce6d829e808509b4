import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

const inlineMap = /^\/\/# sourceMappingURL=data:application\/json;base64,(.+)$/m;

/**
 * A function that names the lines of the sources where a text names lines of this bundle: extension hosts write stack
 * traces in a way of their own, which Node's source maps do not reach.
 */
export function sourceLines(bundle: string): (text: string) => string {
  const encoded = inlineMap.exec(readFileSync(bundle, 'utf8'))?.[1];
  if (!encoded) return (text) => text;
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()) as SourceMapPayload);
  const root = resolve(dirname(bundle), '../../..');
  return (text) =>
    text.replaceAll(/[^\s()]*dist\/test\/integration\/index\.cjs:(\d+):(\d+)/g, (place, line, column) => {
      const origin = map.findOrigin(Number(line), Number(column));
      if (!('fileName' in origin)) return place;
      const file = relative(root, resolve(dirname(bundle), origin.fileName));
      return `${file}:${origin.lineNumber}:${origin.columnNumber}`;
    });
}
