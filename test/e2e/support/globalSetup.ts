import type { TestProject } from 'vitest/node';
import { extensions } from '../../host/extensions';
import { startServer } from '../../host/serverHost';
import { createWorld } from '../../host/world';
import type { Stage } from './stage';

declare module 'vitest' {
  interface ProvidedContext {
    stage: Stage;
  }
}

/**
 * Starts what all stories share: one sandbox on a clock driven by hand, one VS Code server without and one with an
 * SSH extension.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const world = await createWorld({ clock: 'manual' });
  // The sandbox's clock jumps; the window has to follow soon.
  const settings = { ...world.settings, 'gpuRental.pollIntervalSeconds': 1 };
  const start = (...more: string[]) =>
    startServer({
      userSettings: settings,
      home: world.home,
      env: world.environment,
      extensions: [extensions.gpuRental, extensions.companion, ...more],
    });
  const [plain, remoteSsh] = await Promise.all([start(), start(extensions.remoteSshStandIn)]);
  project.provide('stage', {
    plain: { origin: plain.origin, settingsFile: plain.settingsFile },
    remoteSsh: { origin: remoteSsh.origin, settingsFile: remoteSsh.settingsFile },
    settings,
    workspace: world.workspace,
    signedOutWorkspace: world.signedOutWorkspace,
    home: world.home,
    sandboxUrl: world.sandbox.url,
    apiKey: world.sandbox.apiKey,
    sshConfigFile: world.sshConfigFile,
    identityFile: world.identityFile,
  });
  return async () => {
    await Promise.all([plain.stop(), remoteSsh.stop()]);
    await world.close();
  };
}
