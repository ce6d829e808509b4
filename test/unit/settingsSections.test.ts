import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '../..');
const json = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

const setting = z.object({
  markdownDescription: z.string(),
  order: z.number(),
  enum: z.optional(z.array(z.string())),
  enumItemLabels: z.optional(z.array(z.string())),
  markdownEnumDescriptions: z.optional(z.array(z.string())),
});
const section = z.object({ title: z.string(), order: z.number(), properties: z.record(z.string(), setting) });
const { configuration: sections } = z.parse(
  z.object({ contributes: z.object({ configuration: z.array(section) }) }),
  json('package.json'),
).contributes;
const texts = z.parse(z.record(z.string(), z.string()), json('package.nls.json'));
const all = sections.flatMap(({ properties }) => Object.entries(properties));
const text = (placeholder: string) => texts[placeholder.slice(1, -1)] ?? placeholder;
const counted = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe('the settings', () => {
  it('are shown in the order of the manifest, section by section', () => {
    expect(sections.map(({ order }) => order)).toEqual(counted(sections.length));
    for (const { properties } of sections) {
      const orders = Object.values(properties).map(({ order }) => order);
      expect(orders).toEqual(counted(orders.length));
    }
  });

  it('end with the advanced ones, and these with the address of the service', () => {
    expect(text(sections.at(-1)?.title ?? '')).toBe('Advanced');
    expect(all.at(-1)?.[0]).toBe('gpuRental.baseUrl');
  });

  it('say what each value means where there is a choice', () => {
    const choices = all.filter(([, { enum: values }]) => values);
    expect(choices.length).toBeGreaterThan(1);
    for (const [name, { enum: values, enumItemLabels, markdownEnumDescriptions }] of choices) {
      expect([name, enumItemLabels?.length]).toEqual([name, values?.length]);
      expect([name, markdownEnumDescriptions?.length]).toEqual([name, values?.length]);
    }
  });

  it('link only to settings that there are, and to another one', () => {
    const links = all.flatMap(([from, { markdownDescription }]) =>
      [...text(markdownDescription).matchAll(/`#(gpuRental\.[^#]+)#`/g)].map(([, to = '']) => ({ from, to })),
    );
    expect(links.length).toBeGreaterThan(5);
    const names = new Set(all.map(([name]) => name));
    expect(links.filter(({ from, to }) => from === to || !names.has(to))).toEqual([]);
  });
});
