import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookAtStop, sendStop, takeBackStop } from '../../../../src/ssh/stops/stopOnMachine';
import { machineWith, shells } from '../support/shellMachine';
import { writeProgram } from '../../support/program';

const signal = new AbortController().signal;

describe.each(shells)('on a machine with %s', (shell) => {
  it('goes by its token, asks the service until it agrees, and says what became of it', async () => {
    const machine = await machineWith(shell);
    // Refuses once. It notes its arguments, and the key that it reads from its standard input.
    const curl =
      '#!/bin/sh\necho "$*: $(sed -n 1p)" >> ~/asked\necho "{\\"success\\": $([ -e ~/again ] && echo true || echo false)}"\n: > ~/again\n';
    writeProgram(path.join(machine.programs, 'curl.sh'), curl.replaceAll('~', machine.home));
    await symlink(path.join(machine.programs, 'curl.sh'), path.join(machine.programs, 'curl'));
    writeProgram(
      machine.program,
      (await readFile(machine.program, 'utf8')).replace('env -i', 'env -i CONTAINER_API_KEY=the-key'),
    );
    const order = { seconds: 600, base: 'https://gpu.example', instanceId: 7 };
    expect(await lookAtStop(machine, signal)).toMatchObject({ state: 'none' });
    expect(await sendStop(machine, { ...order, token: 'one' }, signal)).toMatchObject({ state: 'watching' });
    expect(await takeBackStop(machine, 'one', signal)).toMatchObject({ state: 'none' });
    expect(existsSync(path.join(machine.home, 'asked'))).toBe(false);
    await sendStop(machine, { ...order, token: 'two' }, signal);
    await sendStop(machine, { ...order, token: 'three', seconds: 0 }, signal);
    await expect.poll(async () => (await lookAtStop(machine, signal)).state).toBe('done');
    const asked = (await readFile(path.join(machine.home, 'asked'), 'utf8')).trim().split('\n');
    const url = 'https://gpu.example/api/v0/instances/7/';
    const one = `-sS -m 30 -K - -X PUT --data {"state":"stopped"} ${url}: header = "Authorization: Bearer the-key"`;
    expect(asked).toEqual([one, one]);
  });
});
