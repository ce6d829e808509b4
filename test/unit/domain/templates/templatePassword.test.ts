import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { passwordPlaces } from '../../../../src/domain/templates/templatePassword';
import { passwordPlaceholder } from '../../../../src/domain/templates/templateFields';

const clear = (text: string) =>
  passwordPlaces(text)
    .filter((place) => place.clear)
    .map(({ offset, length }) => text.slice(offset, offset + length));

describe('a password in the text of a template', () => {
  it.each([
    ['on its line', '{"docker_login_pass": "s3cret"}', '"s3cret"'],
    ['on the next line', '{"docker_login_pass":\n  "s3cret"\n}', '"s3cret"'],
    ['after a comment', '{"docker_login_pass": /* here */ "s3cret"}', '"s3cret"'],
    ['under a name with escapes', '{"docker_login_p\\u0061ss": "s3cret"}', '"s3cret"'],
    ['that is not ended', '{"docker_login_pass": "s3cret\n"href": ""}', '"s3cret'],
    ['in a text that is broken elsewhere', '{"name": , "docker_login_pass": "s3cret"', '"s3cret"'],
    ['without quotes', '{"docker_login_pass": s3cret}', 's3cret'],
    ['as a number', '{"docker_login_pass": 1234}', '1234'],
    ['in a placeholder', `{"docker_login_pass": "${passwordPlaceholder}x"}`, `"${passwordPlaceholder}x"`],
  ])('is found %s', (_, text, found) => {
    expect(clear(text)).toEqual([found]);
  });

  it.each(['""', 'null', JSON.stringify(passwordPlaceholder)])('is not what %s stands for', (value) => {
    expect(clear(`{"docker_login_pass": ${value}, "name": "docker_login_pass"}`)).toEqual([]);
  });

  it('is found whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (password) => {
        const [place] = passwordPlaces(JSON.stringify({ name: 'a', docker_login_pass: password, tag: 'b' }));
        expect(place?.value).toBe(password);
      }),
    );
  });
});
