import { describe, expect, it } from 'vitest';
import { actionSchema } from '../../../../src/twoFactor/action';
import { lifeSign } from '../../../../src/webviews/shared/messages';
import { hostMessage } from '../../../../src/webviews/twoFactor/protocol';

describe('messages', () => {
  it.each([
    undefined,
    'ready',
    { kind: 'unknown' },
    { kind: 'remove' },
    { kind: 'remove', methodId: '7' },
    { kind: 'prove', code: 123_456 },
    { kind: 'prove', code: 'x'.repeat(10_000) },
    { kind: 'remedy', remedy: 'workbench.action.quit' },
  ])('from the browser side are refused when they are none: %j', (message) => {
    expect(actionSchema.safeParse(message).success).toBe(false);
    expect(lifeSign.safeParse(message).success).toBe(false);
  });

  it.each([undefined, {}, { kind: 'view' }, { kind: 'view', view: { turn: 1 } }])(
    'from the host are refused when they are none: %j',
    (message) => {
      expect(hostMessage.safeParse(message).success).toBe(false);
    },
  );
});
