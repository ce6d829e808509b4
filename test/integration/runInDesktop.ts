import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { desktopArguments, ensureDisplay } from '../host/desktop';
import { extensions, inHostStandIns } from '../host/extensions';
import type { World } from '../host/world';

/** Runs the bundled suite in a desktop VS Code of its own; resolves to its exit code. */
export async function runInDesktop(
  executable: string,
  world: World,
  environment: Record<string, string>,
  suite: string,
  ended: Promise<never>,
): Promise<number> {
  const display = await ensureDisplay();
  if (!display) throw new Error('A desktop VS Code needs a display, or Xvfb to make one.');
  // The suite reports over a connection of its own; VS Code's own talk is kept for a look afterwards.
  const talk = createWriteStream(join(world.folder, 'vscode.log'));
  try {
    const playing = runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: [extensions.gpuRental, ...inHostStandIns],
      extensionTestsPath: suite,
      extensionTestsEnv: { ...environment, ...display.env, HOME: world.home, USERPROFILE: world.home },
      launchArgs: [world.workspace, ...(await desktopArguments(world.folder, world.settings))],
      stdout: talk,
      stderr: talk,
    }).catch((error: unknown) => {
      if (error instanceof TestRunFailedError) return error.code ?? 1;
      throw error;
    });
    return await Promise.race([playing, ended]);
  } finally {
    talk.end();
    await display.stop();
  }
}
