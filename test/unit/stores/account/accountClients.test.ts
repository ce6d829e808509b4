import { describe, expect, it } from 'vitest';
import { refusedSentences } from '../../../../src/domain/account/keyAbilities';
import { KeyScope } from '../../../../src/stores/account/accountClients';

describe('what is known of a key’s permissions', () => {
  it('are the things it was refused, each once, until one of them works', () => {
    let changes = 0;
    const scope = new KeyScope(() => (changes += 1));
    scope.learn('templates', false, true);
    scope.learn('templates', false, false);
    scope.learn('templates', false, false);
    scope.learn('instances.change', true, false);
    scope.learn('instances.destroy', true, false);
    expect(refusedSentences(scope.refused)).toEqual([
      'Cannot read templates with this key',
      'Cannot change instances with this key',
    ]);
    expect(changes).toBe(3);
    scope.learn('templates', false, true);
    expect(refusedSentences(scope.refused)).toEqual(['Cannot change instances with this key']);
  });
});
