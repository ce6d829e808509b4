import { expect, it, vi } from 'vitest';
import type { Uri } from 'vscode';
import { readCall } from '../../../../src/commands/call';
import { ProjectFileError, type ProjectLaunch } from '../../../../src/stores/launch/projectLaunches';
import { LocalError } from '../../../../src/api/localError';
import type { LeastPrice } from '../../../../src/stores/launch/projectOffer';
import { projectItem, ProjectNode } from '../../../../src/views/instances/projectRow';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const launch = (name: string, folder = 'model'): ProjectLaunch => ({ name, folder, launch: {} });
const price: LeastPrice = {
  kind: 'known',
  offer: { id: 1, gpu_name: 'RTX 4090', num_gpus: 1 },
  perHour: 0.314,
  isBid: false,
};
const rowOf = (launches: readonly ProjectLaunch[], least: LeastPrice = price) =>
  projectItem(new ProjectNode({ launches }), { launches, problem: undefined, price: least }, 'a');
const asked = (launches: readonly ProjectLaunch[]) =>
  readCall(new ProjectNode({ launches }), undefined, 'consent').arguments;

it('says what the launch is called, and from what price it is to be had', () => {
  const { label, description, command } = rowOf([launch('train')]);
  expect([label, description]).toEqual(['Rent train', 'from $0.31/h · this project · 1× RTX 4090']);
  expect(command?.command).toBe('gpuRental.rentSavedLaunch');
  expect(rowOf([launch('train')], { ...price, isBid: true }).description).toMatch(/ · interruptible$/);
  expect(asked([launch('train')])).toEqual({ project: true, name: 'train' });
});

it('says why there is no price', () => {
  const words = (['none', 'unknown', 'open', 'looking'] as const).map(
    (kind) => rowOf([launch('train')], { kind }).description,
  );
  expect(words).toEqual([
    'no offers now · this project',
    'price unknown · this project',
    'the price depends on the offer · this project',
    'this project',
  ]);
});

it('names several, of which one is picked when it is rented', () => {
  const launches = [launch('train'), launch('eval')];
  const { label, description } = rowOf(launches, { kind: 'open' });
  expect([label, description]).toEqual(['Rent train, eval', 'the price depends on the offer · this project']);
  expect(asked(launches)).toEqual({ project: true });
});

it('shows hostile names as plain text', () => {
  const hostile = launch('a\u202eb\n[x](command:y)', 'f\u202e\u0007');
  const { label, tooltip, accessibilityInformation } = rowOf([hostile]);
  for (const text of [label, tooltip, accessibilityInformation?.label]) {
    expect(text).toBeTypeOf('string');
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u202e\u0007]|a.*\n\[x/);
  }
});

it('says why the project’s file can’t be read, and opens it', () => {
  const uri = { path: '/model/.vscode/gpu-rental.json' } as Uri;
  const problem = new ProjectFileError({ uri, name: 'model' }, new LocalError('invalid_input', 'No JSON.'));
  const facts = { launches: [], problem, price: { kind: 'open' } as const };
  const { label, description, tooltip, command, contextValue } = projectItem(
    new ProjectNode(facts),
    facts,
    'a',
  );
  expect([label, description]).toEqual(['Can’t read gpu-rental.json', 'No JSON.']);
  expect(tooltip).toBe('.vscode/gpu-rental.json in model: No JSON.');
  expect([command?.command, command?.arguments]).toEqual(['vscode.open', [uri]]);
  expect(contextValue).toBeUndefined();
});
