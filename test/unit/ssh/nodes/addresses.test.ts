import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { canInstallByApt, installByApt } from '../../../host/apt';
import { findProgram } from '../../../host/commandLine';
import { canMakeNamespaces, ownNamespaces } from '../../../host/namespaces';
import { insideAddress, outsideAddress, ownInterface, ownNetwork, ownSubnet } from '../support/ownNetwork';
import { temporaryFolder } from '../support/temporary';
import { nodesOf, untilShown } from './nodesOf';
import { writeProgram } from '../../support/program';

const ranks = [0, 1, 2];

/** Three machines with two addresses each: one by which they are reached, and one in their own network, if it is used. */
async function threeOf(
  run: string,
  subnet?: string,
  shown?: (log: () => Promise<string>, count: number) => Promise<void>,
) {
  const { machine } = await ownNetwork();
  const { ends, log } = await nodesOf(3, run, { start: machine, ...(subnet !== undefined && { subnet }) });
  await shown?.(log, 3);
  const end = await ends();
  for (const at of [1, 2]) await ends(at);
  const lines = (await log()).split('\n');
  const said = ranks.map((rank) =>
    lines
      .filter((line) => line.startsWith(`[${rank}] `))
      .map((line) => line.slice(4).trim())
      .filter((line) => line !== 'said all'),
  );
  return { end, lines, said };
}

/**
 * What `torchrun` does with the options of a c10d rendezvous, without torch: the machine that is told so keeps the store, all
 * join it there, each gets a rank, and all of them then meet at the address that rank 0 gives as its own, for a sum.
 */
const torchrun = (go: string): string => `#!${process.execPath}
const net = require('node:net');
const option = (name) => process.argv.find((one) => one.startsWith('--' + name + '='))?.slice(name.length + 3);
const [host, port] = option('rdzv-endpoint').split(':');
const count = Number(option('nnodes'));
if (option('rdzv-backend') !== 'c10d' || !option('rdzv-id')) process.exit(2);
const gather = (at, on, answer) => {
  const members = [];
  const server = net.createServer((socket) => socket.once('data', (given) => {
    members.push({ socket, given: JSON.parse(given) });
    if (members.length < count) return;
    members.forEach((one, rank) => one.socket.end(JSON.stringify(answer(members, rank))));
    server.close();
  }));
  server.listen(on, at);
};
const ask = (at, on, given) => new Promise((resolve) => {
  const socket = net.connect(on, at, () => {
    socket.write(JSON.stringify(given));
    socket.once('data', (told) => resolve({ ...JSON.parse(told), by: socket.localAddress }));
  });
  // It may not be there yet.
  socket.once('error', () => setTimeout(() => resolve(ask(at, on, given)), 200));
});
(async () => {
  const isHost = option('rdzv-conf') === 'is_host=1';
  if (isHost) gather(host, Number(port), (members, rank) => ({ rank, master: members[0].given }));
  const { rank, master, by } = await ask(host, Number(port), option('local-addr'));
  if (rank === 0) gather(master, 29600, (members) => ({ sum: members.reduce((all, one) => all + one.given, 0) }));
  const { sum } = await ask(master, 29600, 10 ** Number(process.env.SKYPILOT_NODE_RANK));
  console.log(\`rank \${rank} of \${count} by \${by}, sum \${sum}, host \${isHost}, \${process.argv.at(-1)}\`);
  console.log('said all');
  const wait = () => require('node:fs').existsSync('${go}') || setTimeout(wait, 200);
  wait();
})();
`;

const hasMpi = (): boolean => findProgram('mpirun') !== undefined;

describe.runIf(canMakeNamespaces())('on three machines with addresses of their own', () => {
  it('what a test has left that was killed is taken away', async () => {
    const { pid } = spawnSync('true');
    const name = `${ownNamespaces}${pid}-1`;
    execFileSync('ip', ['netns', 'add', name]);
    const left = spawn('nsenter', [`--net=/run/netns/${name}`, 'sleep', '1000']);
    const ended = new Promise((resolve) => left.once('exit', (_, signal) => resolve(signal)));
    const inNamespace = () => execFileSync('ip', ['netns', 'pids', name], { encoding: 'utf8' });
    await expect.poll(inNamespace).not.toBe('');
    await ownNetwork();
    expect(await ended).toBe('SIGKILL');
    expect(existsSync(`/run/netns/${name}`)).toBe(false);
  });

  it.each([
    ['in their own network', ownSubnet, insideAddress, ownInterface],
    ['by which they are reached, where they have no network', undefined, outsideAddress, ''],
  ])('each knows all addresses %s', async (_, subnet, address, name) => {
    const { script, shown } = await untilShown();
    const run = `echo "$DSTACK_MASTER_NODE_IP"; echo $SKYPILOT_NODE_IPS; echo "nccl=$NCCL_SOCKET_IFNAME gloo=$GLOO_SOCKET_IFNAME"; cat "$DSTACK_MPI_HOSTFILE"; ${script}`;
    const { end, said } = await threeOf(run, subnet, shown);
    expect(end).toEqual(['exit', 0]);
    const all = [1, 2, 3].map(address);
    const expected = [
      all[0],
      all.join(' '),
      `nccl=${name} gloo=${name}`,
      ...all.map((one) => `${one} slots=2`),
    ];
    for (const rank of ranks) expect(said[rank]?.slice(-expected.length)).toEqual(expected);
  });

  it('torchrun meets at the address of the first, by the addresses of the network', async () => {
    const folder = await temporaryFolder();
    const { go, shown } = await untilShown();
    writeProgram(path.join(folder, 'torchrun'), torchrun(go));
    const { end, said } = await threeOf(`PATH="${folder}:$PATH" torchrun train.py`, ownSubnet, shown);
    expect(end, JSON.stringify(said)).toEqual(['exit', 0]);
    const met = said.map((lines) => /^rank (\d) of 3 by (.*)$/.exec(lines.at(-1) ?? ''));
    expect(met.map((one) => one?.[1]).sort()).toEqual(['0', '1', '2']);
    expect(met.map((one) => one?.[2])).toEqual(
      ranks.map((rank) => `${insideAddress(rank + 1)}, sum 111, host ${rank === 0}, train.py`),
    );
  });

  describe.runIf(hasMpi() || canInstallByApt())('with the mpirun of Open MPI', () => {
    beforeAll(() => installByApt(['openmpi-bin'], hasMpi));

    it('starts its processes on each by the host file, and the keys and addresses among the machines', async () => {
      const run = `mpirun -np 6 --tag-output sh -c 'echo "process $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE on $(ip -4 -o addr show dev ${ownInterface} | grep -o "10[.0-9]*" | head -n 1)"'`;
      const { end, lines } = await threeOf(run, ownSubnet);
      expect(end, lines.join('\n')).toEqual(['exit', 0]);
      const began = lines.flatMap(
        (line) => /process (\d) of 6 on ([\d.]+)/.exec(line)?.slice(1).join(' ') ?? [],
      );
      expect(began.sort()).toEqual(
        ranks.flatMap((rank) => [2 * rank, 2 * rank + 1].map((one) => `${one} ${insideAddress(rank + 1)}`)),
      );
    });
  });
});
