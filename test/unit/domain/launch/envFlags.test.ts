import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import type { CreateInstanceRequest } from '../../../../src/api/http/requests';
import {
  type Env,
  parseDockerFlags,
  portProblem,
  printDockerFlags,
  readPorts,
} from '../../../../src/domain/launch/envFlags';
import { parseDockerFlags as parseAsTheService } from '../../../sandbox/templates/dockerFlags';
import { anyEnv } from '../support/anyEnv';

describe('Docker flags', () => {
  it('come back the same from object to string to object', () => {
    fc.assert(
      fc.property(anyEnv, (env) => {
        expect(parseDockerFlags(printDockerFlags(env))).toEqual({ env, ignored: [] });
      }),
    );
  });

  it('print to what the service reads as the same object', () => {
    fc.assert(
      fc.property(anyEnv, (env) => {
        expect(parseAsTheService(printDockerFlags(env))).toEqual(env);
      }),
    );
  });

  it('never fail on any text: an object or a problem within it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(-e|-p|--env|[ "'\\=A:0-9])*$/)), (text) => {
        const { env, problem } = parseDockerFlags(text);
        if (problem === undefined) expect(parseDockerFlags(printDockerFlags(env)).env).toEqual(env);
        else expect(problem.offset).toBeLessThan(text.length);
      }),
    );
  });

  it.each<[string, Env]>([
    ['-e A=1 -p 80:8080', { A: '1', '-p 80:8080': '1' }],
    ['--env A=1 --publish 53:53/udp', { A: '1', '-p 53:53/udp': '1' }],
    ['--env=A=1 -eB=2 -p8000:8000', { A: '1', B: '2', '-p 8000:8000': '1' }],
    ['-e A="a b" -e B=\'c "d"\' -e C=e\\ f', { A: 'a b', B: 'c "d"', C: 'e f' }],
    ['-e "A=x y"  -e  B=', { A: 'x y', B: '' }],
    ['-e URL=postgres://u:p@h/db?a=b&c=d', { URL: 'postgres://u:p@h/db?a=b&c=d' }],
    ['-e A="say \\"hi\\" \\$HOME \\n"', { A: 'say "hi" $HOME \\n' }],
    ['-e A=1 -e A=2', { A: '2' }],
    ['-e A=1 -p 70000:70000', { A: '1', '-p 70000:70000': '1' }],
    ['-p 70001:70001/udp', { '-p 70001:70001/udp': '1' }],
    ['-v V.881:/mnt -n team-net', { '-v V.881:/mnt': '1', '-n team-net': '1' }],
    ['-h box --hostname=other', { '-h': 'other' }],
    ['', {}],
    ['  \n ', {}],
  ])('are read as a shell reads them: %s', (text, env) => {
    expect(parseDockerFlags(text).env).toEqual(env);
  });

  it('that the service ignores are told and no problem', () => {
    const text = '--shm-size 8g --ipc=host -e TOKEN -p 8000 -p 53/udp --gpus all -e A=1 -vm';
    expect(parseDockerFlags(text)).toEqual({
      env: { A: '1' },
      ignored: ['--shm-size 8g', '--ipc=host', '-e TOKEN', '-p 8000', '-p 53/udp', '--gpus all', '-vm'],
    });
  });

  it.each([
    ['-e', 0],
    ['-e A=1 -x 3 4', 12],
    ['-v /only/a/path', 0],
    ['-v /:/host', 0],
    ['-n "two words"', 0],
    ['-p 0:80', 0],
    ['-p 80:65536', 0],
    ['-p 70000:80', 0],
    ['-p 70000:70001', 0],
    ['-p 100000:100000', 0],
    ['-p 80:80/sctp', 0],
    ['-e A="open', 5],
    ['plain words', 0],
    ['-e =1', 0],
    ['-e -p=1', 0],
  ])('that are wrong are pointed at: %s', (text, offset) => {
    expect(parseDockerFlags(text).problem?.offset).toBe(offset);
  });

  it('cannot be sent at creation, by type', () => {
    // @ts-expect-error a flag string is no environment of an instance
    const request: CreateInstanceRequest = { image: 'a', env: '-e A=1' };
    expect(typeof request.env).toBe('string');
  });
});

describe('Typed port mappings', () => {
  it.each<[string, string[]]>([
    ['6006', ['6006:6006']],
    ['70000', ['70000:70000']],
    ['5000/udp', ['5000:5000/udp']],
    ['-p 6006:6006', ['6006:6006']],
    ['-p6006:6006 --publish=80:8080,-p 22', ['6006:6006', '80:8080', '22:22']],
    ['6006 -v V.881:/mnt,-n net -h  box', ['6006:6006', '-v V.881:/mnt', '-n net', '-h box']],
    ['6006, 6006:6006  8000:80/tcp', ['6006:6006', '8000:80/tcp']],
    ['', []],
    [' , ', []],
  ])('%j mean %j', (text, ports) => {
    expect(readPorts(text)).toEqual(ports);
    expect(ports.flatMap((port) => portProblem(port) ?? [])).toEqual([]);
  });

  it.each(['-p', 'abc', '80:', '0', '-p -p 80:80', '80:80/sctp', '-v', '-v x', '-n a:b'])(
    'refuse %j',
    (text) => {
      expect(readPorts(text).flatMap((port) => portProblem(port) ?? [])).not.toEqual([]);
    },
  );

  it('are the same again when they are read once more, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^([\d:/,\s]|-[pvnh]|udp)*$/)), (text) => {
        const ports = readPorts(text);
        if (ports.every((port) => portProblem(port) === undefined)) {
          expect(readPorts(ports.join(' '))).toEqual(ports);
        }
      }),
    );
  });
});

describe('a text that is too long', () => {
  const long = '-p 1 '.repeat(30_000);
  it('is no flags', () => {
    expect(parseDockerFlags(long)).toEqual({ problem: { message: 'These flags are too long.', offset: 0 } });
  });
  it('is no ports', () => {
    const [port, ...others] = readPorts(long);
    expect(others).toEqual([]);
    expect(portProblem(port ?? '')).toMatch(/^Invalid port mapping “.{1,40}”/);
  });
});
