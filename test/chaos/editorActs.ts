import { editDocument, editInConsole, openTemplate, saveDocument } from './documentActs';
import { movePanel, openPanel, type PanelCommand, panelCommands, usePanel } from './panelActs';
import { createTemplate, deleteTemplate, editTemplate } from './templateActs';
import type { Window } from './window';

export type Act = (window: Window) => Promise<unknown>;
export type Acts = readonly [weight: number, name: string, act: Act][];
type World = Parameters<typeof usePanel>[1] &
  Parameters<typeof editDocument>[1] &
  Parameters<typeof deleteTemplate>[1];

/** What the person is busy with for most of a run, beside all else. */
export const occupations = ['rentals', 'rentals', ...panelCommands, 'manageTwoFactor', 'documents'] as const;
export type Occupation = (typeof occupations)[number];

/** By weight, what the person does with panels. */
const panelActs = (world: World, command?: PanelCommand): Acts => [
  [2, 'open a panel', (one) => openPanel(one, world, command)],
  [10, 'use a panel', (one) => usePanel(one, world, command)],
  [1, 'move a panel', (one) => Promise.resolve(movePanel(one, world))],
];

/** By weight, what the person does with templates as documents. */
const documentActs = (world: World): Acts => [
  [3, 'open a template', (one) => openTemplate(one, world)],
  [5, 'edit a document', (one) => Promise.resolve(editDocument(one, world))],
  [3, 'save a document', (one) => saveDocument(one, world)],
  [1, 'edit in the console', (one) => editInConsole(one, world)],
];

export const templateActs = (world: World): Acts => [
  [2, 'create a template', (one) => createTemplate(one, world.next())],
  [2, 'edit a template', (one) => editTemplate(one, world, world.next())],
  [1, 'delete a template', (one) => deleteTemplate(one, world)],
];

export const editorActs = (world: World): Acts => [...panelActs(world), ...documentActs(world)];

/** What belongs to an occupation. */
export function occupiedActs(world: World, occupation: Exclude<Occupation, 'rentals'>): Acts {
  return occupation === 'documents'
    ? [...documentActs(world), ...templateActs(world)]
    : panelActs(world, occupation);
}
