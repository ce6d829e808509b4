import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBrowser } from '../../host/browser';
import { addPseudoLanguage } from '../../host/displayLanguage';
import { packExtensions, type Extensions } from '../../host/extensions';
import { closeAll } from '../../host/lifetime';
import { ensureServerHost } from '../../host/serverInstall';
import { buildPackage } from '../../host/package';
import { createWorld, type World } from '../../host/world';
import type { Stage } from './stage';

declare module 'vitest' {
  interface ProvidedContext {
    stages: Stage[];
  }
}

const storySettings = {
  // The sandbox's clock jumps; the window has to follow soon.
  'gpuRental.pollIntervalSeconds': 1,
  // A mouse that rests somewhere after a click would cover what the next step is about.
  'workbench.hover.delay': 600_000,
};

/**
 * Starts a stage for each worker: a sandbox on a clock driven by hand, and the folders and keys around it. The stories
 * of one worker play one after the other.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Once, before the first story counts its time.
  await ensureServerHost();
  await ensureBrowser();
  const workers = Array.from({ length: project.config.maxWorkers });
  const worlds = await Promise.all(workers.map(() => createWorld({ clock: 'manual' })));
  const packages = join(worlds[0]!.folder, 'packages');
  const extensions = await packExtensions(packages);
  const packageFile = join(packages, 'gpu-rental.vsix');
  await buildPackage(packageFile);
  await addPseudoLanguage(extensions.gpuRental);
  project.provide(
    'stages',
    worlds.map((world) => stageIn(world, extensions, packageFile)),
  );
  return () => closeAll(worlds.map((world) => ['The sandbox', () => world.close()]));
}

function stageIn(world: World, extensions: Extensions, packageFile: string): Stage {
  return {
    extensions,
    packageFile,
    settings: { ...world.settings, ...storySettings },
    environment: world.environment,
    workspace: world.workspace,
    home: world.home,
    sandboxUrl: world.sandbox.url,
    apiKey: world.sandbox.apiKey,
    sshConfigFile: world.sshConfigFile,
    identityFile: world.identityFile,
  };
}
