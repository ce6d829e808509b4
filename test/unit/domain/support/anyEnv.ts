import fc from '../../support/fastCheck';
import type { Env } from '../../../../src/domain/launch/envFlags';

const variableName = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((name) => /^[^\s=\0-][^\s=\0]*$/.test(name) && name !== '__proto__');

const port = fc.integer({ min: 1, max: 65_535 });
/** Beyond all ports: one that is the same inside and outside. */
const samePort = fc.integer({ min: 65_536, max: 99_999 }).map((number) => [number, number] as const);
const portMapping = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: fc.tuple(port, port) }, samePort),
    fc.constantFrom('', '/tcp', '/udp'),
  )
  .map(([[host, container], protocol]) => `${host}:${container}${protocol}`);

const volumeOrNetwork = fc.stringMatching(/^(-v V\.[1-9]\d{0,5}:\/[a-z_-]{1,8}|-n [a-z][a-z\d-]{0,8})$/);

/** An environment in the object form: variables, port mappings and other options. */
export const anyEnv: fc.Arbitrary<Env> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(variableName, fc.string({ unit: 'grapheme' })), {
      selector: ([name]) => name,
      maxLength: 6,
    }),
    fc.uniqueArray(portMapping, { maxLength: 4 }),
    fc.uniqueArray(volumeOrNetwork, { maxLength: 2 }),
    fc.option(fc.stringMatching(/^[a-z][a-z\d-]{0,8}$/), { nil: undefined }),
  )
  .map(([variables, ports, others, host]) =>
    Object.fromEntries([
      ...variables,
      ...ports.map((mapping) => [`-p ${mapping}`, '1'] as const),
      ...others.map((option) => [option, '1'] as const),
      ...(host === undefined ? [] : [['-h', host] as const]),
    ]),
  );
