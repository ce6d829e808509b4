import { createSandbox } from '../sandbox';
import { Player } from './player';
import { Service } from './service';
import { reportOf, type Result } from './report';
import { rows } from './rows';
const s = await createSandbox({ sshd: false });
const player = new Player({
  service: new Service(s.url, 0),
  apiKey: s.apiKey,
  hasControl: true,
  allowChanges: true,
});
const results: Result[] = [];
const t = Date.now();
for (const row of rows.filter((r) => r.group.includes(process.argv[2] ?? '')))
  results.push({ row, outcome: await player.play(row) });
console.log(reportOf(results), Date.now() - t, 'ms');
await s.close();
