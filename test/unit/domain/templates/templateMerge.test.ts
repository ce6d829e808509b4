import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { withFields } from '../../../../src/domain/templates/templateDocument';
import {
  emptyTemplate,
  passwordPlaceholder,
  type TemplateContent,
} from '../../../../src/domain/templates/templateFields';
import { mergeTemplate } from '../../../../src/domain/templates/templateMerge';
import { parse } from 'jsonc-parser';

const base = { ...emptyTemplate, name: 'trainer', image: 'ubuntu' };

describe('two edits of one template', () => {
  it('go together where they change different fields', () => {
    const merge = mergeTemplate(base, { ...base, desc: 'mine' }, { ...base, tag: 'theirs' });
    expect(merge).toEqual({ mine: { desc: 'mine' }, theirs: { tag: 'theirs' }, conflicts: [] });
  });

  it('are a conflict in a field that both changed, unless they agree', () => {
    const mine = { ...base, desc: 'mine', tag: 'same' };
    const theirs = { ...base, desc: 'theirs', tag: 'same', onstart: 'theirs' };
    expect(mergeTemplate(base, mine, theirs)).toEqual({
      mine: { desc: 'mine' },
      theirs: { onstart: 'theirs', tag: 'same' },
      conflicts: ['desc'],
    });
  });

  it('are a conflict wherever they differ when nobody knows what both began with', () => {
    const merge = mergeTemplate(undefined, { ...base, desc: 'mine' }, { ...base, tag: 'theirs' });
    expect(merge.conflicts).toEqual(['desc', 'tag']);
    expect(merge.theirs).toEqual({});
  });

  it('leave a kept password to the service', () => {
    const mine = { ...base, docker_login_pass: passwordPlaceholder };
    expect(mergeTemplate(base, mine, base)).toEqual({ mine: {}, theirs: {}, conflicts: [] });
  });

  it('never lose what one side alone changed, and never send what the other did', () => {
    const fields = ['desc', 'tag', 'env', 'onstart', 'readme'] as const;
    const edit = fc.dictionary(fc.constantFrom(...fields), fc.constantFrom('a', 'b', 'c'));
    fc.assert(
      fc.property(edit, edit, (mineEdit, theirEdit) => {
        const theirs = { ...base, ...theirEdit };
        const merge = mergeTemplate(base, { ...base, ...mineEdit }, theirs);
        const result: TemplateContent = { ...theirs, ...merge.mine };
        for (const name of fields) {
          const changes = [mineEdit[name], theirEdit[name]].map(
            (value) => value !== undefined && value !== base[name],
          );
          if (changes[0]) expect(result[name]).toBe(mineEdit[name]);
          else expect(result[name]).toBe(theirs[name]);
          const disagree = changes[0] === true && changes[1] === true && mineEdit[name] !== theirEdit[name];
          expect(merge.conflicts.includes(name)).toBe(disagree);
        }
      }),
    );
  });
});

it('a field is written into a document where it stands, with everything else as it was', () => {
  const text = '// mine\n{\n  "name": "a", // why\n  "desc": "b"\n}\n';
  const written = withFields(text, { desc: 'new', tag: '24' });
  expect(written).toContain('"name": "a", // why');
  expect(written.startsWith('// mine\n')).toBe(true);
  expect(parse(written)).toEqual({ name: 'a', desc: 'new', tag: '24' });
});
