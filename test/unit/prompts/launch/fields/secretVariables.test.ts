import { beforeEach, expect, it, vi } from 'vitest';
import { viewOf } from '../../../../../src/domain/launch/form/state';
import { editVariables } from '../../../../../src/prompts/launch/fields/editVariables';
import { startingState } from '../../../../../src/prompts/launch/launchState';
import { eventually } from '../../../support/eventually';
import { clearScreen, screen } from '../../../support/fakeVscode';
import { launchServices, onDemand } from '../../support/launchServices';

vi.mock('vscode', async () => (await import('../../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

it('a secret that isn’t on this computer stays one when it is no longer selected', async () => {
  const { services } = launchServices();
  await services.launchSecrets.set('HERE', 'seen');
  const draft = { env: { AWAY: { secret: 'AWAY' }, HERE: { secret: 'HERE' } } };
  const view = viewOf(onDemand, startingState(onDemand, { disk: 20, draft }), []);
  const tools = { services, found: onDemand } as unknown as Parameters<typeof editVariables>[1];
  const editing = editVariables(view, tools);
  const rows = screen.picks[0]!;
  rows.choose(rows.items.find(({ label }) => label.includes('Choose Secret Variables…'))!);
  await eventually(() => expect(screen.picks).toHaveLength(2));
  screen.picks[1]!.choose();
  expect(await editing).toMatchObject({
    value: { draft: { env: { AWAY: { secret: 'AWAY' }, HERE: 'seen' } } },
  });
});
