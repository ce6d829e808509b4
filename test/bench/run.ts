import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import fetch from 'node-fetch';
import { gzipSync } from 'node:zlib';
import { Client } from '../../src/api/client';
import { type Offer, offersSchema } from '../../src/api/schemas/offer';
import { keepMatching } from '../../src/domain/offerQuery';
import { ensureBlock, readBlock } from '../../src/ssh/includeBlock';
import { createSandbox } from '../sandbox';

const repository = join(__dirname, '../..');

/** Figures to compare one version with another: counts, and times as ratios to a plain yardstick of the same run. */
async function main(): Promise<void> {
  bundle();
  await service();
  sshConfig();
}

function bundle(): void {
  const file = join(repository, 'dist/extension.js');
  const text = readFileSync(file);
  say('bundle, bytes', statSync(file).size);
  say('bundle, bytes compressed', gzipSync(text).length);
  say('load of the bundle / load of node:https', ratio(loadTime(file), loadTime('node:https')));
}

/** Everything of the editor's interface is something that can be called, constructed, extended and looked into. */
const pretendEditor = `
  const Module = require('node:module');
  const load = Module._load;
  const pretend = () => new Proxy(function () {}, {
    get: (target, name) => name === 'prototype' ? target.prototype : name === Symbol.toPrimitive ? () => '' : pretend(),
    apply: () => pretend(),
    // The bundle looks at a copy that has this one's prototype.
    getPrototypeOf: () => pretend(),
  });
  Module._load = function (name, ...rest) {
    return name === 'vscode' ? pretend() : load.call(this, name, ...rest);
  };`;

/** Milliseconds to load a module in a Node process of its own, the best of several. */
function loadTime(module: string): number {
  const script = `${pretendEditor}
    const began = performance.now();
    require(${JSON.stringify(module)});
    console.log(performance.now() - began);`;
  return Math.min(...Array.from({ length: 7 }, () => Number(execFileSync(process.execPath, ['-e', script]))));
}

async function service(): Promise<void> {
  const sandbox = await createSandbox({ sshd: false, listVersion: 'v1' });
  try {
    const client = new Client({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, fetch, spacingScale: 0 });
    const offers = await client.searchOffers({
      filters: { rented: { eq: false }, rentable: { eq: true } },
      limit: 2000,
    });
    const text = JSON.stringify({ offers });
    const parse = best(() => JSON.parse(text) as unknown);
    const decode = best(() => offersSchema.parse(JSON.parse(text)));
    say('offers in the answer', offers.length);
    say('decoding them / JSON.parse of them', ratio(decode, parse));
    const filters = { verified: { eq: true }, num_gpus: { lte: 2 }, dph_total: { lte: 1 } };
    say(
      'filtering them again / JSON.parse of them',
      ratio(
        best(() => keepMatching(offers, filters)),
        parse,
      ),
    );
    for (const offer of oneOfEachMachine(offers).slice(0, 60))
      await client.createInstance(offer.id, { image: 'debian:12' });
    sandbox.control.clearRequests();
    const listed = await client.listInstances();
    say(
      `requests for a list of ${listed.length} instances (first one, with the move to its successor)`,
      sandbox.control.requests().length,
    );
    sandbox.control.clearRequests();
    await client.listInstances();
    say(
      `requests for a list of ${listed.length} instances (from then on)`,
      sandbox.control.requests().length,
    );
  } finally {
    await sandbox.close();
  }
}

function sshConfig(): void {
  const hosts = Array.from({ length: 2000 }, (_, index) => `Host h${index}\n\tHostName 10.0.0.1\n\tUser u\n`);
  const config = Buffer.from(hosts.join('\n'));
  const split = best(() => config.toString('latin1').split('\n'));
  say('ssh config, bytes', config.length);
  say(
    'adding our block to it / splitting it into lines',
    ratio(
      best(() => ensureBlock(config, '~/.ssh/gpu-rental/config')),
      split,
    ),
  );
  say(
    'finding our block in it / splitting it into lines',
    ratio(
      best(() => readBlock(config)),
      split,
    ),
  );
}

/** Renting one offer of a machine can take its others off the market. */
function oneOfEachMachine(offers: readonly Offer[]): Offer[] {
  return [...new Map(offers.map((offer) => [offer.machine_id, offer])).values()];
}

/** Milliseconds of the fastest of many runs. */
function best(work: () => unknown): number {
  return Math.min(...Array.from({ length: 30 }, () => timed(work)));
}

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

const ratio = (a: number, b: number): string => (a / b).toFixed(2);

function say(what: string, figure: number | string): void {
  console.log(`${what.padEnd(88)} ${String(figure).padStart(10)}`);
}

void main();
