import { ensureBlock, readBlock } from '../../src/ssh/config/includeBlock';
import { best, ratio, say } from './figures';

/** What our block costs in a person's ssh config of 2,000 hosts, beside splitting it into lines. */
export function measureSshConfig(): void {
  const hosts = Array.from({ length: 2000 }, (_, index) => `Host h${index}\n\tHostName 10.0.0.1\n\tUser u\n`);
  const config = Buffer.from(hosts.join('\n'));
  const split = best(() => config.toString('latin1').split('\n'));
  const add = best(() => ensureBlock(config, '~/.ssh/gpu-rental/config'));
  const find = best(() => readBlock(config));
  say('ssh config, bytes', config.length);
  say('adding our block to it / splitting it into lines', ratio(add, split));
  say('finding our block in it / splitting it into lines', ratio(find, split));
}
