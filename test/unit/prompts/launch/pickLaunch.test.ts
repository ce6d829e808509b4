import { expect, it, vi } from 'vitest';
import { pickLaunch } from '../../../../src/prompts/launch/pickLaunch';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';
import { launchServices } from '../support/launchServices';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const secret = (name: string) => ({ launch: { env: { TOKEN: { secret: name } } } });

/** The secrets that are left when a launch was deleted. */
async function leftAfterDeletion(others: readonly object[]): Promise<(string | undefined)[]> {
  const { services, launches } = launchServices();
  for (const name of ['own', 'shared']) await services.launchSecrets.set(name, 'value');
  const launch = { name: 'old', launch: { env: { A: { secret: 'own' }, B: { secret: 'shared' } } } };
  await launches.save(launch);
  for (const other of others) await launches.save(other as typeof launch);
  clearScreen();
  const picking = pickLaunch(services, { title: 'Launches', placeholder: '' });
  const old = await eventually(() => {
    const row = screen.picks[0]?.items.find(({ label }) => label.endsWith('old'));
    if (!row) throw new Error('not shown yet');
    return row;
  });
  screen.picks[0]?.pressOn(old, old.buttons?.[1]);
  await eventually(() => expect(screen.picks[1]?.items).not.toContain(old));
  screen.picks[1]?.hide();
  await picking;
  expect(launches.saved.map(({ name }) => name)).not.toContain('old');
  return Promise.all(['own', 'shared'].map((name) => services.launchSecrets.get(name)));
}

it('deletes with a launch the secrets that no other refers to, and none while one can’t be read', async () => {
  const other = { name: 'other', ...secret('shared') };
  expect(await leftAfterDeletion([other])).toEqual([undefined, 'value']);
  expect(await leftAfterDeletion([{ name: 'future', launch: { warp: 9 } }, other])).toEqual([
    'value',
    'value',
  ]);
});
