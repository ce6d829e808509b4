import { writeFileSync } from 'node:fs';
import { startProcessGroup } from '../../../host/processGroup';

// Starts the script that it is given and writes what it says to a file; it never ends by itself.
const [script = '', file = ''] = process.argv.slice(2);
startProcessGroup(process.execPath, ['-e', script], {
  env: process.env,
  onLine: (line) => writeFileSync(file, line),
});
