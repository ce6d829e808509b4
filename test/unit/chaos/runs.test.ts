import { expect, it } from 'vitest';
import { playRun } from '../../chaos/runs/play';
import { buildWindow } from '../../chaos/runs/stage';
import { findSshd } from '../../sandbox/ssh/sshd';
import { temporaryFolder } from '../ssh/support/temporary';

/** What has gone wrong once: an end before it was seen, a look during the start, a gone machine, a full disk. */
const seeds = [7, 15, 16, 17, 21];

it.skipIf(findSshd() === undefined || process.getuid?.() !== 0)(
  'runs end as agreed and lose nothing, whatever breaks',
  async () => {
    const bundle = await buildWindow(await temporaryFolder());
    const played = await Promise.all(seeds.map((seed) => playRun(seed, { speed: 15, bundle })));
    for (const { seed, problems, events } of played)
      expect(problems, `seed ${seed}:\n${events.join('\n')}`).toEqual([]);
  },
);
