import { expect, it, vi } from 'vitest';
import { passwordPlaceholder } from '../../../../src/domain/templates/templateFields';
import type { AccountStore } from '../../../../src/stores/account/accountStore';
import type { LaunchSecrets } from '../../../../src/stores/launch/launchSecrets';
import type { TemplateStore } from '../../../../src/stores/templates/templateStore';
import { freshFile, newFile, sendTemplate } from '../../../../src/views/templates/unsentTemplate';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const template = { id: 7, hash_id: 'h', name: 'mine', image: 'ubuntu' };

it.each([
  ['an edit', '7', { ...freshFile(template), text: '{ "name": "new", "image": "ubuntu" }' }],
  [
    'a creation',
    'new-1',
    newFile({ name: 'mine', image: 'ubuntu', docker_login_pass: passwordPlaceholder }, true),
  ],
])('sends %s to no account that was switched to meanwhile', async (_, key, file) => {
  const accounts = { active: { id: 'a' } };
  const switched = <T>(value: T) =>
    vi.fn(() => {
      accounts.active = { id: 'b' };
      return Promise.resolve(value);
    });
  const templates = { ask: switched(template), edit: vi.fn(), create: vi.fn() };
  const secrets = { get: switched('the password') };
  const sending = sendTemplate(
    {
      accounts: accounts as unknown as AccountStore,
      templates: templates as unknown as TemplateStore,
      secrets: secrets as unknown as LaunchSecrets,
    },
    { accountId: 'a', key },
    file,
  );
  await expect(sending).rejects.toMatchObject({ code: 'other_account' });
  expect(accounts.active.id).toBe('b');
  expect([templates.edit, templates.create].flatMap(({ mock }) => mock.calls)).toEqual([]);
});
