import { readFileSync } from 'node:fs';
import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import {
  changedFields,
  ignoredFlags,
  placeInDocument,
  printDocument,
  readDocument,
  withoutPassword,
} from '../../../../src/domain/templates/templateDocument';
import {
  checkTemplate,
  contentOf,
  emptyTemplate,
  passwordPlaceholder,
  templateFieldNames,
} from '../../../../src/domain/templates/templateFields';

const template = {
  id: 7,
  hash_id: 'abc',
  name: 'PyTorch',
  image: 'pytorch/pytorch',
  env: '-e A=1',
  docker_login_user: 'robin',
  count_created: 3,
  recommended: true,
};
const content = contentOf(template);

describe('a template as a document', () => {
  it('holds every field in one order, and nothing that cannot be written', () => {
    expect(Object.keys(content)).toEqual(templateFieldNames);
    expect(content).toMatchObject({
      name: 'PyTorch',
      tag: 'latest',
      runtype: 'args',
      recommended_disk_space: 8,
    });
    expect(readDocument(printDocument(content, 'note'), undefined)).toEqual({ content, problems: [] });
  });

  it('shows a placeholder for a password that the service keeps to itself', () => {
    expect(content.docker_login_pass).toBe(passwordPlaceholder);
    expect(contentOf({ id: 1, hash_id: 'a' }).docker_login_pass).toBe('');
  });

  it('says of each problem which part of the text it is about', () => {
    const text = printDocument({ ...content, env: '-e "open', recommended_disk_space: 0 }, 'note');
    const { problems } = readDocument(text, {});
    expect(problems.map(({ field }) => field)).toEqual(['env', 'recommended_disk_space']);
    const [env] = problems;
    expect(text.slice(env?.offset, (env?.offset ?? 0) + (env?.length ?? 0))).toBe('"-e \\"open"');
  });

  it('has no problem with flags that the service ignores, which are only told', () => {
    const text = printDocument({ name: 'a', image: 'a', env: '--shm-size 8g -e A=1' }, 'note');
    expect(readDocument(text, undefined).problems).toEqual([]);
    expect(ignoredFlags(text)).toEqual(['--shm-size 8g']);
  });

  it('finds no fault in what the service has already', () => {
    const before = { ...content, env: '-p 0:1' };
    expect(readDocument(printDocument({ ...before, desc: 'new' }, 'note'), before).problems).toEqual([]);
    const edited = readDocument(printDocument({ ...before, env: '-p 0:2' }, 'note'), before);
    expect(edited.problems.map(({ field }) => field)).toEqual(['env']);
  });

  it.each<[string, object, string[]]>([
    ['nothing in it', {}, ['name', 'image']],
    ['an empty name', { name: ' ', image: 'a' }, ['name']],
    ['an image of two words', { name: 'a', image: 'a b' }, ['image']],
    ['a field that does not exist', { name: 'a', image: 'a', nmae: 'b' }, ['nmae']],
    ['a wrong type', { name: 'a', image: 'a', private: 'yes' }, ['private']],
    ['a runtype of instances', { name: 'a', image: 'a', runtype: 'ssh_direct' }, ['runtype']],
    ['an object as env', { name: 'a', image: 'a', env: { A: '1' } }, ['env']],
    ['a long script', { name: 'a', image: 'a', onstart: 'x'.repeat(4049) }, ['onstart']],
    [
      'an operator nobody knows',
      { name: 'a', image: 'a', extra_filters: { gpu_ram: { near: 1 } } },
      ['extra_filters.gpu_ram'],
    ],
    [
      'a relative mount path',
      { name: 'a', image: 'a', volume_info: { mount_path: 'data' } },
      ['volume_info.mount_path'],
    ],
    ['a link of another scheme', { name: 'a', image: 'a', href: 'javascript:alert(1)' }, ['href']],
  ])('is not sent with %s', (_what, value, fields) => {
    expect(checkTemplate({ ...value }, true).map(({ field }) => field)).toEqual(fields);
  });

  it('sends only what is another than before', () => {
    expect(changedFields(content, content)).toEqual({});
    expect(changedFields(content, { ...content, desc: 'new', extra_filters: {} })).toEqual({ desc: 'new' });
    expect(changedFields(content, { name: 'Other' })).toEqual({ name: 'Other' });
    expect(changedFields(content, { ...content, docker_login_pass: 'token' })).toEqual({
      docker_login_pass: 'token',
    });
  });

  it('that is broken is told where, and never thrown over', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const { offset, length } of readDocument(text, undefined).problems) {
          expect(offset).toBeLessThanOrEqual(text.length);
          expect(length).toBeGreaterThan(0);
        }
      }),
    );
    expect(readDocument('{ "name": ', undefined).problems[0]?.field).toBe('');
    expect(placeInDocument('{"volume_info": {"size": 1}}', 'volume_info.mount_path').offset).toBe(16);
    expect(placeInDocument('', 'name').offset).toBe(0);
  });
});

describe('a document that is kept', () => {
  const password = 'dckr_pat_0123456789';

  it('has no password in it', () => {
    const kept = withoutPassword(printDocument({ ...content, docker_login_pass: password }, 'mine'));
    expect(kept.password).toBe(password);
    expect(kept.text).toBe(printDocument(content, 'mine'));
  });

  it('has none even where it cannot be read', () => {
    for (const text of [
      `{ "name": "a", "docker_login_pass": "${password}`,
      `{ "docker_login_pass": ${password}, "name": "a" }`,
      `{ docker_login_pass: "${password}" `,
      `{ "docker_login_pass": "\\u0064${password.slice(1)}" }`,
    ])
      expect(withoutPassword(text).text).not.toContain(password.slice(1));
  });

  it.each([
    `{\n  "docker_login_pass":\n    "${password}",\n  "name": "a"\n}`,
    `{ "docker\\u005flogin_pass": "${password}", "name": "a" }`,
    `{ "\\u0064ocker_login_pass" /* here */ :\n// there\n"${password}" }`,
    `{ "more": [{ "docker_login_pass": "${password}" }], "name": "a" }`,
    `{ "name": "a", // docker_login_pass: ${password}\n "image": "b" }`,
    `/* "docker_login_pass":\n "${password}" */ { "name": "a" }`,
  ])('has none however it is written: %s', (text) => {
    const kept = withoutPassword(text);
    expect(kept.text).not.toContain(password.slice(1));
    // What was sound stays so.
    expect(readDocument(kept.text, {}).problems.map(({ message }) => message)).not.toContain(
      'This isn’t valid JSON.',
    );
  });

  it.each([
    `{ "docker_login_pass":\n  "${password}`,
    `{ "docker_login_pass":\n  "${password},\n  "name": "a"\n}`,
    `{ "docker_login_pass": "${password.slice(0, 1)}\n${password.slice(1)}",\n "name": "a"`,
    `{ "docker\\u005flogin_pass"\n:\n"${password}" "name"`,
    `{ 'docker_login_pass': '${password}' }`,
    `{ "docker_login_pass"\n ${password}, "name": `,
    `{ "docker_login_pass": "x"${password}", "name": "a" }`,
    `docker_login_pass=${password}`,
  ])('has none however it is written where it cannot be read: %s', (text) => {
    expect(withoutPassword(text).text).not.toContain(password.slice(1));
  });

  it('has none with anything between the name and its value', () => {
    const gap = fc.array(fc.constantFrom(' ', '\n', '\t', '\r\n', '/* a */', '// b\n'), { maxLength: 6 });
    const name = fc.array(fc.boolean(), { minLength: 17, maxLength: 17 }).map((escapes) =>
      escapes
        .map((escape, index) => {
          const character = 'docker_login_pass'.charAt(index);
          return escape ? `\\u00${character.charCodeAt(0).toString(16)}` : character;
        })
        .join(''),
    );
    fc.assert(
      fc.property(name, gap, gap, fc.constantFrom('}', ',', '', ' "name": 1'), (written, one, two, end) => {
        const text = `{"${written}"${one.join('')}:${two.join('')}"${password}"${end}`;
        expect(withoutPassword(text).text).not.toContain(password);
      }),
    );
  });

  it('leaves a text alone that only speaks of it', () => {
    const text = printDocument(
      { ...content, readme: 'Fill in docker_login_pass: yours', repo: 'docker_login_pass' },
      'a',
    );
    expect(withoutPassword(text)).toEqual({ text });
  });

  it('has none of several, and the last one counts', () => {
    const text = `{ "docker_login_pass": "${password}", "name": "a", "docker_login_pass": "\\u0064other" }`;
    const kept = withoutPassword(text);
    expect(kept.password).toBe('dother');
    expect(kept.text).not.toMatch(/dckr|other/);
  });

  it('keeps a password although the rest is not complete', () => {
    const kept = withoutPassword(`{ "docker_login_pass": "${password}", "name": `);
    expect(kept.password).toBe(password);
  });

  it('never makes an empty password of one that cannot be read', () => {
    const { text } = withoutPassword(`{ "docker_login_pass": ${password}, "name": "a" }`);
    expect(text).toContain(passwordPlaceholder);
  });

  it('is left alone where there is none', () => {
    for (const text of [
      printDocument(content, 'a'),
      printDocument(emptyTemplate, 'b'),
      '{ "name": "a" }',
      'nonsense',
    ])
      expect(withoutPassword(text)).toEqual({ text });
  });
});

describe('the schema that an editor checks a document by', () => {
  const schema = JSON.parse(readFileSync('media/schemas/gpu-template.schema.json', 'utf8')) as {
    properties: Record<
      string,
      { type: string | string[]; description: string; enum?: string[]; maxLength?: number }
    >;
  };

  it('has the same fields, each with its meaning', () => {
    expect(Object.keys(schema.properties)).toEqual(templateFieldNames);
    for (const { description } of Object.values(schema.properties)) expect(description).not.toBe('');
    expect(schema.properties.onstart?.maxLength).toBe(4048);
  });

  it('has the same types', () => {
    for (const [name, value] of Object.entries(emptyTemplate)) {
      const { type } = schema.properties[name]!;
      expect([type].flat()).toContain(value === null ? 'null' : typeof value);
    }
    for (const runtype of schema.properties.runtype?.enum ?? [])
      expect(checkTemplate({ name: 'a', image: 'a', runtype }, true)).toEqual([]);
  });
});

describe('a document that is too long for a template', () => {
  const rest = `"readme": "${'x'.repeat(210_000)}"`;

  it('is refused in a sentence', () => {
    expect(readDocument(`{ ${rest} }`, undefined)).toEqual({
      problems: [{ field: '', message: 'This document is too long for a template.', offset: 0, length: 1 }],
    });
  });

  it('is kept without its password, wherever that is', () => {
    const long = `// docker_login_pass: one\n{ ${rest}, "docker_login_pass": "two", "docker\\u005flogin_pass" : "three" }`;
    const kept = withoutPassword(long).text;
    expect(kept).toContain(rest);
    expect(kept).not.toMatch(/one|two|three/);
  });
});
