import { writeFile } from 'node:fs/promises';
import { commandSources } from './commands';
import { jsonSchemas } from './jsonSchemas';
import { securityWithCommands } from './programsTable';
import { readmeWithSettings } from './settingsTable';

for (const [path, content] of [...(await commandSources()), ...(await jsonSchemas())])
  await writeFile(path, content);
await writeFile('README.md', await readmeWithSettings());
await writeFile('SECURITY.md', await securityWithCommands());
