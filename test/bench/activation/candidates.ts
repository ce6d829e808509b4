import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { extensions, installExtensions } from '../../host/extensions';

/** An extension that is started and measured. */
export interface Candidate {
  name: string;
  id: string;
  folder: string;
}

const manifestSchema = z.looseObject({
  publisher: z.string(),
  name: z.string(),
  type: z.optional(z.string()),
});
type Manifest = z.infer<typeof manifestSchema>;

/**
 * Copies of our own extension, as its package would hold it, and of empty ones to compare it with: one of CommonJS,
 * and one that is an ES module where ours is. Nothing but the measuring starts them: their manifests name no event.
 */
export async function prepareCandidates(
  folder: string,
): Promise<{ ours: Candidate; empty: readonly Candidate[] }> {
  await installExtensions(folder, [extensions.gpuRental]);
  const copy = join(folder, 'extension-0');
  const ours = await quiet('ours', copy, await readManifest(copy));
  const empty = [await copyEmpty(folder, 'an empty CommonJS', './extension.cjs')];
  if ((await readManifest(copy)).type === 'module')
    empty.push(await copyEmpty(folder, 'an empty ES module', './extension.mjs'));
  return { ours, empty };
}

async function copyEmpty(folder: string, name: string, main: string): Promise<Candidate> {
  const copy = join(folder, name.replaceAll(' ', '-'));
  await cp(join(import.meta.dirname, 'emptyExtension'), copy, { recursive: true });
  return quiet(name, copy, { ...(await readManifest(copy)), main });
}

async function quiet(name: string, folder: string, manifest: Manifest): Promise<Candidate> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, activationEvents: [] }));
  return { name, id: `${manifest.publisher}.${manifest.name}`, folder };
}

async function readManifest(folder: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}
