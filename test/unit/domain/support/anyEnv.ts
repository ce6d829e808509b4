import fc from 'fast-check';
import type { Env } from '../../../../src/domain/envFlags';

export const variableName = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((name) => /^[^\s=\0-][^\s=\0]*$/.test(name) && name !== '__proto__');

const port = fc.integer({ min: 1, max: 65_535 });
export const portMapping = fc
  .tuple(port, port, fc.constantFrom('', '/tcp', '/udp'))
  .map(([host, container, protocol]) => `${host}:${container}${protocol}`);

/** An environment in the object form: variables and port mappings. */
export const anyEnv: fc.Arbitrary<Env> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(variableName, fc.string({ unit: 'grapheme' })), {
      selector: ([name]) => name,
      maxLength: 6,
    }),
    fc.uniqueArray(portMapping, { maxLength: 4 }),
  )
  .map(([variables, ports]) =>
    Object.fromEntries([...variables, ...ports.map((mapping) => [`-p ${mapping}`, '1'] as const)]),
  );
