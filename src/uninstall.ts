import * as os from 'node:os';
import * as path from 'node:path';
import { sshPaths } from './ssh/config/configPaths';
import { nodeFileSystem } from './ssh/files/fileSystem';
import { type IntegratedFile, IntegrationRecord } from './ssh/config/integrationRecord';
import { withoutPlatforms } from './ssh/platformSettings';
import { removeIntegration } from './ssh/config/removal';
import { RemovalMarks } from './ssh/config/removalMarks';
import { editFile } from './ssh/files/safeWrite';

/**
 * Run by VS Code in plain Node after the extension was uninstalled (`vscode:uninstall`): removes our block and our
 * folder from every ssh config file that we edited, and our hosts from the settings. VS Code's API isn't available
 * here: the files were recorded, and the default file is always checked. Reports files that can't be cleaned and
 * continues with the others.
 */
async function uninstall(home: string): Promise<string[]> {
  const fs = nodeFileSystem;
  const record = new IntegrationRecord(fs, home);
  const problems: string[] = [];
  const note = (error: unknown) => problems.push(error instanceof Error ? error.message : String(error));
  const nothing = <T>(error: unknown): T[] => (note(error), []);
  const recorded = (await record.list().catch(nothing<IntegratedFile>)).map(({ configFile }) => configFile);
  const configFiles = new Set([...recorded, path.join(home, '.ssh', 'config')]);
  // Without the record, we don't know what in the settings is ours.
  const settings = await record.listSettings().catch(() => []);
  const steps = [
    ...[...configFiles].map(
      (configFile) => () => removeIntegration({ fs, paths: sshPaths(configFile), record }),
    ),
    ...settings.map(({ file, hosts }) => async () => {
      await editFile(fs, file, (before) => before && withoutPlatforms(before, hosts));
      await record.forgetSettings(file);
    }),
    () => new RemovalMarks(fs, home).unmarkAll(),
  ];
  for (const step of steps) await step().catch(note);
  return problems;
}

void uninstall(os.homedir()).then((problems) => {
  for (const problem of problems) process.stderr.write(`${problem}\n`);
});
