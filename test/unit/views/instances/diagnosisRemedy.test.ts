import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failed, ok } from '../../../../src/ssh/diagnosis/finding';
import { offerRemedy } from '../../../../src/views/instances/instanceButtons';
import { InstanceNode } from '../../../../src/views/instances/instanceNodes';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

describe('a diagnosis', () => {
  beforeEach(clearScreen);

  it('leads to the command that it advises', async () => {
    screen.press = 'Change Bid…';
    const outbid = { ...failed('state', 'It is outbid.', 'Raise your bid.'), command: 'changeBid' as const };
    await offerRemedy('bargain (7)', 7, [ok('account', 'fine'), outbid]);
    expect(screen.shown).toMatchObject([
      { message: 'bargain (7): Raise your bid.', buttons: ['Change Bid…'] },
    ]);
    expect(screen.commands).toEqual([['gpuRental.changeBid', new InstanceNode(7)]]);
  });

  it('says nothing beside its report where no command helps', async () => {
    await offerRemedy('bargain (7)', 7, [failed('tcp', 'Closed.', 'Wait.')]);
    expect(screen.shown).toEqual([]);
  });
});
