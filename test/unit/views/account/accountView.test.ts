import { describe, expect, it, vi } from 'vitest';
import { AccountView, type Node } from '../../../../src/views/account/accountView';
import type { LateTree } from '../../../../src/views/lateTree';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const nothing = { dispose: () => undefined };
const accountOf = (id: string) => ({
  id,
  baseUrl: 'https://gpu.example',
  userId: 1,
  email: `${id}@example.com`,
});

/** The view of someone with two accounts, the first of them in use. */
function openView() {
  const accounts = {
    accounts: [accountOf('a'), accountOf('b')],
    active: accountOf('a'),
    hasSession: false,
    scope: undefined,
    onDidChangeAccess: () => nothing,
  };
  const user = { credit: 10 };
  const costs = {
    all: new Map(),
    onDidChange: (listener: () => void) => [(notify = listener)].map(() => nothing),
  };
  let notify: () => void = () => undefined;
  const tree = {
    view: { visible: true, onDidChangeVisibility: () => nothing },
    attach: () => undefined,
  } as unknown as LateTree<Node>;
  const stores = {
    accounts,
    users: { state: { user }, setVisible: () => undefined, onDidChange: () => nothing },
    ownKey: { permissions: undefined, setVisible: () => undefined, onDidChange: () => nothing },
    watches: { state: undefined, onDidChange: () => nothing },
  };
  const view = new AccountView(tree, stores as never, costs as never);
  const fired: (Node[] | undefined)[] = [];
  view.onDidChangeTreeData((nodes) => fired.push(nodes));
  return { view, accounts, user, fired, change: () => notify() };
}

describe('the view of the accounts', () => {
  it('draws only what its rows say anew, so that a press on a row meanwhile finds the row', () => {
    const { view, user, fired, change } = openView();
    const rows = view.getChildren();
    user.credit = 5;
    change();
    expect(fired).toHaveLength(1);
    expect(fired[0]).toHaveLength(rows.length);
    fired[0]?.forEach((row, index) => expect(row).toBe(rows[index]));
    expect(rows.map((row) => view.getTreeItem(row).description)).toContainEqual(
      expect.stringContaining('$5.00'),
    );
    view.dispose();
  });

  it('draws all of it when other rows are in it', () => {
    const { view, accounts, fired, change } = openView();
    view.getChildren();
    accounts.accounts = [accountOf('a'), accountOf('b'), accountOf('c')];
    change();
    expect(fired).toEqual([undefined]);
    accounts.active = accountOf('b');
    view.getChildren();
    accounts.active = accountOf('a');
    change();
    expect(fired).toEqual([undefined, undefined]);
    view.dispose();
  });
});
