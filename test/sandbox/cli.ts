import { parseArgs } from 'node:util';
import { createSandbox } from './index';

const usage = `Usage: npm run sandbox -- [options]
  --port N            port on loopback; 0 (default) takes a free one
  --seed N            the same seed makes the same market (1)
  --offers N          offers in the market (2000)
  --boot-seconds N    seconds from creation to "running" (20)
  --price-tick N      seconds between price changes; 0 (default): none
  --key-delay N       seconds until a public key arrives on an instance (0)
  --extensions on|off the optional endpoints beyond the specification (on)
  --list v0|v1        v1: the v0 list of instances answers 410 (v1)
  --spacing on|off    answer 429 to calls that follow too quickly (off)
  --odd               numbers as text, nothing for null, and in every list a row that cannot be read
  --search-limit N    the most offers of one answer (5000)
  --ignore-filters    a search answers offers of any kind
  --strange-offers    nulls, prices of 0, absurd numbers and names that are markup in four of five offers
  --churn SHARE       0 to 1: how many offers come, go and change their price after each search (0)
  --no-sshd           no sshd behind instances
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      offers: { type: 'string', default: '2000' },
      'boot-seconds': { type: 'string', default: '20' },
      'price-tick': { type: 'string', default: '0' },
      'key-delay': { type: 'string', default: '0' },
      extensions: { type: 'string', default: 'on' },
      list: { type: 'string', default: 'v1' },
      spacing: { type: 'string', default: 'off' },
      odd: { type: 'boolean', default: false },
      'search-limit': { type: 'string', default: '5000' },
      'ignore-filters': { type: 'boolean', default: false },
      'strange-offers': { type: 'boolean', default: false },
      churn: { type: 'string', default: '0' },
      'no-sshd': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const sandbox = await createSandbox({
    port: number('port', values.port),
    seed: number('seed', values.seed),
    offers: number('offers', values.offers),
    bootSeconds: number('boot-seconds', values['boot-seconds']),
    priceTickSeconds: number('price-tick', values['price-tick']),
    keyDelaySeconds: number('key-delay', values['key-delay']),
    extensions: oneOf('extensions', values.extensions, 'on', 'off') === 'on',
    listVersion: oneOf('list', values.list, 'v0', 'v1'),
    spacing: oneOf('spacing', values.spacing, 'on', 'off') === 'on',
    odd: values.odd,
    searchLimit: number('search-limit', values['search-limit']),
    ignoresFilters: values['ignore-filters'],
    strangeOffers: values['strange-offers'],
    churn: number('churn', values.churn),
    sshd: !values['no-sshd'],
    jupyter: true,
    publishesPorts: true,
    clock: 'real',
    onMessage: ({ channel, to, code }) => console.log(`${channel} to ${to}: your code is ${code}`),
  });
  let closing: Promise<never> | undefined;
  const close = () => void (closing ??= sandbox.close().then(() => process.exit(0)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
  console.log(`Sandbox:  ${sandbox.url}`);
  console.log(`API key:  ${sandbox.apiKey}`);
  console.log(`SSH user: ${sandbox.sshUser}`);
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new Error(`--${name}: not a number: ${text}`);
  return value;
}

function oneOf<const T extends string>(name: string, text: string, ...allowed: T[]): T {
  const found = allowed.find((one) => one === text);
  if (found === undefined) throw new Error(`--${name}: one of ${allowed.join(', ')}`);
  return found;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exit(1);
});
