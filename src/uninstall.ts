import * as os from 'node:os';
import * as path from 'node:path';
import { sshPaths } from './ssh/configPaths';
import { nodeFileSystem } from './ssh/fileSystem';
import { IntegrationRecord } from './ssh/integrationRecord';
import { removeIntegration } from './ssh/removal';

/**
 * Run by VS Code in plain Node after the extension was uninstalled (`vscode:uninstall`): takes our block and our
 * folder out of every ssh config file that we edited. There are no settings here: the files were recorded, and the
 * usual one is looked at in any case. A file that cannot be cleaned is named, and the others are still done.
 */
async function uninstall(home: string): Promise<string[]> {
  const fs = nodeFileSystem;
  const record = new IntegrationRecord(fs, home);
  const recorded = (await record.list()).map(({ configFile }) => configFile);
  const problems: string[] = [];
  for (const configFile of new Set([...recorded, path.join(home, '.ssh', 'config')])) {
    try {
      await removeIntegration({ fs, paths: sshPaths(configFile), record });
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return problems;
}

void uninstall(os.homedir()).then((problems) => {
  for (const problem of problems) process.stderr.write(`${problem}\n`);
});
