import { expect, it } from 'vitest';
import { silent } from '../../../../src/log/log';
import { AccountFacts } from '../../../../src/webviews/offers/accountFacts';

/** What is stored by account; an answer comes when it is let go. */
function stored(byAccount: Record<string, readonly number[]>) {
  const waiting: (() => void)[] = [];
  const source = {
    changed: (): void => undefined,
    list: async (id: string) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      const known = byAccount[id];
      if (!known) throw new Error('It can’t be read.');
      return known;
    },
    onDidChange: (listener: () => void) => {
      source.changed = listener;
      return { dispose: () => (source.changed = () => undefined) };
    },
  };
  let changes = 0;
  const facts = new AccountFacts<readonly number[]>(source, [], () => (changes += 1), silent);
  const answer = async () => {
    for (const go of waiting.splice(0)) go();
    await new Promise(setImmediate);
  };
  return { facts, source, answer, changes: () => changes };
}

it('is read again after a change, and tells only of something else', async () => {
  const byAccount: Record<string, readonly number[]> = { a: [1] };
  const { facts, source, answer, changes } = stored(byAccount);
  void facts.follow('a');
  await answer();
  const first = facts.value;
  expect([first, changes()]).toEqual([[1], 1]);
  byAccount.a = [1];
  source.changed();
  await answer();
  expect([facts.value === first, changes()]).toEqual([true, 1]);
  byAccount.a = [1, 2];
  source.changed();
  await answer();
  expect([facts.value, changes()]).toEqual([[1, 2], 2]);
});

it('never shows what is another account’s, whichever answer comes first', async () => {
  const { facts, answer, changes } = stored({ a: [1], b: [2] });
  void facts.follow('a');
  await answer();
  void facts.follow('a');
  void facts.follow('b');
  expect(facts.value).toEqual([]);
  await answer();
  expect([facts.value, changes()]).toEqual([[2], 2]);
  void facts.follow(undefined);
  expect([facts.value, changes()]).toEqual([[], 2]);
});

it('hears of nothing any more once it is disposed', async () => {
  const byAccount: Record<string, readonly number[]> = { a: [1] };
  const { facts, source, answer, changes } = stored(byAccount);
  void facts.follow('a');
  await answer();
  facts.dispose();
  byAccount.a = [3];
  source.changed();
  await answer();
  expect([facts.value, changes()]).toEqual([[1], 1]);
});

it('keeps what was read before where it can’t be read', async () => {
  const byAccount: Record<string, readonly number[]> = { a: [1] };
  const { facts, source, answer, changes } = stored(byAccount);
  void facts.follow('a');
  await answer();
  delete byAccount.a;
  source.changed();
  await answer();
  expect([facts.value, changes()]).toEqual([[1], 1]);
});
