import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { commandId, commandNames } from '../../src/commandNames';
import { gpuModels } from '../../src/domain/offers/gpuModels';
import { recommendedPermissions } from '../../src/domain/account/keyPermissions';
import { GpuNames } from '../../src/domain/offers/search/vocabulary/gpuNames';
import { parseOfferText } from '../../src/domain/offers/search/parse';
import { milestoneKey, milestones } from '../../src/stores/launch/milestones';

vi.mock('vscode', async () => (await import('./support/fakeVscode')).fakeVscode);

const root = join(import.meta.dirname, '../..');
const json = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

const pictures = z.object({ light: z.string(), dark: z.string(), hc: z.string(), hcLight: z.string() });
const step = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  media: z.object({ image: pictures, altText: z.string() }),
  completionEvents: z.tuple([z.string()]),
});
const walkthrough = z.object({
  icon: z.string(),
  title: z.string(),
  description: z.string(),
  steps: z.array(step),
});
const manifest = z.object({ contributes: z.object({ walkthroughs: z.tuple([walkthrough]) }) });
const [{ steps, ...whole }] = z.parse(manifest, json('package.json')).contributes.walkthroughs;
const texts = z.parse(z.record(z.string(), z.string()), json('package.nls.json'));
const text = (placeholder: string) => texts[placeholder.slice(1, -1)] ?? '';

describe('the walkthrough', () => {
  it('leads from a key to the end of the bill', () => {
    expect(steps.map(({ id }) => id)).toEqual(['signIn', 'sshKey', 'find', 'rent', 'connect', 'stop']);
  });

  it('checks each step off by what happened, never by opening it', () => {
    const events = steps.map(({ completionEvents: [event] }) => event);
    const keys = ['gpuRental.signedIn', ...milestones.map(milestoneKey)];
    expect(events).toEqual(keys.map((key) => `onContext:${key}`));
  });

  it('has every text, and links that lead to commands of this extension', () => {
    const all = [whole, ...steps, ...steps.map(({ media }) => ({ title: media.altText, description: '' }))];
    const written = all.flatMap(({ title, description }) => [title, description]).filter((one) => one !== '');
    expect(written.filter((one) => text(one) === '')).toEqual([]);
    const links = steps.flatMap(({ description }) =>
      [...text(description).matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link),
    );
    expect(links.length).toBeGreaterThanOrEqual(steps.length);
    const known = [...commandNames.map(commandId), 'gpuRental.instances.focus'].map((id) => `command:${id}`);
    expect(links.filter((link) => !known.includes(link ?? ''))).toEqual([]);
  });

  it('has a small picture of each step in each kind of theme, and no others', () => {
    const named = steps.flatMap(({ media }) => Object.values(media.image));
    expect(new Set(named).size).toBe(steps.length * 4);
    for (const file of named) expect([file, statSync(join(root, file)).size < 60_000]).toEqual([file, true]);
    const there = readdirSync(join(root, 'media/walkthrough')).map((name) => `media/walkthrough/${name}`);
    expect(there.sort()).toEqual([...named].sort());
    expect(statSync(join(root, whole.icon)).size).toBeLessThan(10_000);
  });

  it('names the permissions that a key needs', () => {
    const named = [...text('%walkthrough.signIn.description%').matchAll(/``(\w+)``/g)].map(([, one]) => one);
    expect(named.sort()).toEqual([...recommendedPermissions].sort());
  });

  it('shows a search that is understood', () => {
    const [, example = ''] = /``(.*?)``/.exec(text('%walkthrough.find.description%')) ?? [];
    const { problems } = parseOfferText(example, new GpuNames(gpuModels));
    expect([example === '', problems]).toEqual([false, []]);
  });
});
