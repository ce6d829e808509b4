import { describe, expect, it } from 'vitest';
import { offerSchema } from '../../../../../src/api/schemas/offers/offer';
import { gpuModels } from '../../../../../src/domain/offers/gpuModels';
import { GpuNames } from '../../../../../src/domain/offers/search/vocabulary/gpuNames';
import { flagKinds } from '../../../../../src/domain/offers/fields/choices';
import { numberKinds } from '../../../../../src/domain/offers/fields/numbers';
import { parseOfferText } from '../../../../../src/domain/offers/search/parse';
import { regions } from '../../../../../src/domain/offers/search/vocabulary/places';

const gpus = new GpuNames(gpuModels);
const read = (text: string) => parseOfferText(text, gpus);
const codesOf = (word: string) => regions.find((region) => region.word === word)?.codes;

describe('a typed search', () => {
  it('is understood in the service’s fields and units', () => {
    expect(read('24gb >=99 eu cuda>=12 4090')).toEqual({
      filters: {
        gpu_ram: { gte: 24_000 },
        reliability: { gte: 0.99 },
        geolocation: { in: codesOf('eu') },
        cuda_max_good: { gte: 12 },
        gpu_name: { eq: 'RTX 4090' },
      },
      cleared: [],
      problems: [],
    });
  });

  it('is understood in any order, with or without blanks, in any case', () => {
    const { filters } = read('CUDA >= 12, RTX4090; EU  >= 99 %   24 GB');
    expect(filters).toEqual(read('24gb >=99 eu cuda>=12 4090').filters);
  });

  it.each<[string, Record<string, unknown>]>([
    // GPU memory: each and in total, sold by round numbers.
    ['24gb', { gpu_ram: { gte: 24_000 } }],
    ['>=24gb', { gpu_ram: { gte: 24_000 } }],
    ['>24gb', { gpu_ram: { gte: 25_600 } }],
    ['<=24gb', { gpu_ram: { lt: 25_600 } }],
    ['<24gb', { gpu_ram: { lt: 24_000 } }],
    ['=24gb', { gpu_ram: { gte: 24_000, lt: 25_600 } }],
    ['>=24gb <48gb', { gpu_ram: { gte: 24_000, lt: 48_000 } }],
    ['vram>=24', { gpu_ram: { gte: 24_000 } }],
    ['24gb vram', { gpu_ram: { gte: 24_000 } }],
    ['gpu_ram>=24000mb', { gpu_ram: { gte: 24_000 } }],
    ['48gb total', { gpu_total_ram: { gte: 48_000 } }],
    ['total>=48gb', { gpu_total_ram: { gte: 48_000 } }],
    // Reliability.
    ['99', { reliability: { gte: 0.99 } }],
    ['99,5%', { reliability: { gte: 0.995 } }],
    ['>=99', { reliability: { gte: 0.99 } }],
    ['0.99', { reliability: { gte: 0.99 } }],
    ['>=0.995', { reliability: { gte: 0.995 } }],
    ['reliability 99.9%', { reliability: { gte: 0.999 } }],
    // Price.
    ['$<0.5', { dph_total: { lt: 0.5 } }],
    ['<$0.5', { dph_total: { lt: 0.5 } }],
    ['<0.50/h', { dph_total: { lt: 0.5 } }],
    ['<=0.5', { dph_total: { lte: 0.5 } }],
    ['$0.5', { dph_total: { lte: 0.5 } }],
    ['max $1.20/hr', { dph_total: { lte: 1.2 } }],
    ['price<=0,5', { dph_total: { lte: 0.5 } }],
    // Number of GPUs.
    ['2x', { num_gpus: { eq: 2 } }],
    ['x4', { num_gpus: { eq: 4 } }],
    ['×4', { num_gpus: { eq: 4 } }],
    ['1x 2x', { num_gpus: { in: [1, 2] } }],
    ['gpus>=2', { num_gpus: { gte: 2 } }],
    ['2 gpus', { num_gpus: { eq: 2 } }],
    ['single gpu', { num_gpus: { eq: 1 } }],
    ['2x4090', { num_gpus: { eq: 2 }, gpu_name: { eq: 'RTX 4090' } }],
    ['8xH100', { num_gpus: { eq: 8 }, gpu_name: { in: ['H100 NVL', 'H100 PCIE', 'H100 SXM'] } }],
    ['2 rtx 4090', { num_gpus: { eq: 2 }, gpu_name: { eq: 'RTX 4090' } }],
    // GPUs.
    ['RTX_4090', { gpu_name: { eq: 'RTX 4090' } }],
    ['gpu=RTX_4090', { gpu_name: { eq: 'RTX 4090' } }],
    ['gpu=RTX_4090,RTX_3090', { gpu_name: { in: ['RTX 3090', 'RTX 4090'] } }],
    ['rtx4090', { gpu_name: { eq: 'RTX 4090' } }],
    ['"rtx 4090"', { gpu_name: { eq: 'RTX 4090' } }],
    ['nvidia geforce rtx 4090', { gpu_name: { eq: 'RTX 4090' } }],
    ['4090 3090', { gpu_name: { in: ['RTX 3090', 'RTX 4090'] } }],
    ['3090ti', { gpu_name: { eq: 'RTX 3090 Ti' } }],
    ['6000 ada', { gpu_name: { eq: 'RTX 6000Ada' } }],
    ['a100', { gpu_name: { in: ['A100 PCIE', 'A100 SXM4'] } }],
    ['gpu=4090', { gpu_name: { eq: 'RTX 4090' } }],
    ['gpu:4090,3090', { gpu_name: { in: ['RTX 3090', 'RTX 4090'] } }],
    ['gpu=MI300X', { gpu_name: { eq: 'MI300X' } }],
    ['gpu="Some New"', { gpu_name: { eq: 'Some New' } }],
    ['-4090', { gpu_name: { neq: 'RTX 4090' } }],
    // Places.
    ['us', { geolocation: { eq: 'US' } }],
    ['sweden no', { geolocation: { in: ['NO', 'SE'] } }],
    ['South Korea', { geolocation: { eq: 'KR' } }],
    ['country=in', { geolocation: { eq: 'IN' } }],
    ['24gb in asia', { gpu_ram: { gte: 24_000 }, geolocation: { in: codesOf('asia') } }],
    ['north america', { geolocation: { in: codesOf('north-america') } }],
    ['-us', { geolocation: { neq: 'US' } }],
    ['country!=US,CA', { geolocation: { notin: ['CA', 'US'] } }],
    // The machine.
    ['cuda 12.8', { cuda_max_good: { gte: 12.8 } }],
    ['cuda12', { cuda_max_good: { gte: 12 } }],
    ['diskspeed>=1000', { disk_bw: { gte: 1000 } }],
    ['disk_bw>=1gb/s', { disk_bw: { gte: 1000 } }],
    ['down>=500 up>=100mbps', { inet_down: { gte: 500 }, inet_up: { gte: 100 } }],
    ['1gbps', { inet_down: { gte: 1000 } }],
    ['500mbps up', { inet_up: { gte: 500 } }],
    ['ports>=4', { direct_port_count: { gte: 4 } }],
    ['16 cores', { cpu_cores_effective: { gte: 16 } }],
    ['cpu>=8 ram>=64gb', { cpu_cores_effective: { gte: 8 }, cpu_ram: { gte: 64_000 } }],
    ['30d', { duration: { gte: 2_592_000 } }],
    ['duration>=12h', { duration: { gte: 43_200 } }],
    // Yes or no.
    ['verified', { verified: { eq: true } }],
    ['unverified', { verified: { eq: false } }],
    ['verified=false', { verified: { eq: false } }],
    ['data center', { hosting_type: { gte: 1 } }],
    ['driver>=550', { driver_version: { gte: 550_000_000 } }],
    ['driver 535.86.05', { driver_version: { gte: 535_086_005 } }],
    ['driver<550.120', { driver_version: { lt: 550_120_000 } }],
    ['arm', { cpu_arch: { eq: 'arm64' } }],
    ['x86-64', { cpu_arch: { eq: 'amd64' } }],
    ['nvlink', { bw_nvlink: { gte: 1 } }],
    ['pcie-gen>=5', { pci_gen: { gte: 5 } }],
    ['host=7', { host_id: { eq: 7 } }],
    ['cluster=3', { cluster_id: { eq: 3 } }],
    ['host!=9 host!=8 machine!=5', { host_id: { notin: [8, 9] }, machine_id: { neq: 5 } }],
    ['static-ip vm', { static_ip: { eq: true }, vms_enabled: { eq: true } }],
  ])('understands %s', (text, filters) => {
    expect(read(text)).toMatchObject({ filters, problems: [] });
    expect(Object.keys(read(text).filters).sort()).toEqual(Object.keys(filters).sort());
  });

  it.each([
    ['disk>=100gb', { disk: 100 }],
    ['100gb disk', { disk: 100 }],
    ['disk 1tb', { disk: 1000 }],
    ['interruptible', { type: 'bid' }],
    ['on-demand', { type: 'on-demand' }],
    ['on demand', { type: 'on-demand' }],
    ['type=bid', { type: 'bid' }],
    ['order=value', { order: 'performancePerDollar' }],
    ['cheapest', { order: 'price' }],
    ['gpu=any verified=any', { cleared: ['gpu_name', 'verified'] }],
  ])('understands %s, which is no filter by itself', (text, said) => {
    expect(read(text)).toMatchObject({ ...said, filters: {}, problems: [] });
  });

  it('gives a number the name that stands next to it', () => {
    expect(read('100gb disk 24gb vram')).toMatchObject({ disk: 100, filters: { gpu_ram: { gte: 24_000 } } });
    expect(read('24gb disk>=100gb')).toMatchObject({ disk: 100, filters: { gpu_ram: { gte: 24_000 } } });
    expect(read('24gb disk 100gb')).toMatchObject({ disk: 100, filters: { gpu_ram: { gte: 24_000 } } });
  });

  it.each([
    ['foo', 'unknown'],
    ['constructor', 'unknown'],
    ['reserved', 'reserved'],
    ['cuda', 'needsValue'],
    ['cuda>=', 'needsValue'],
    ['>=', 'needsValue'],
    ['cuda>=12gb', 'wrongUnit'],
    ['driver>=550gb', 'wrongUnit'],
    ['cuda>=12.1.2', 'outOfRange'],
    ['disk<50', 'onlyAtLeast'],
    ['reliability>=200%', 'outOfRange'],
    ['gpus>=1.5', 'outOfRange'],
    ['7', 'unknown'],
    ['country=zz', 'unknown'],
    ['- us', 'unknown'],
    ['?', 'unknown'],
  ])('says why %s is no filter', (text, why) => {
    expect(read(text).problems).toMatchObject([{ why }]);
  });

  it('keeps what it understands beside what it does not, and says what is last', () => {
    const { filters, problems } = read('24gb foo bar');
    expect(filters).toEqual({ gpu_ram: { gte: 24_000 } });
    expect(problems).toEqual([
      { why: 'unknown', text: 'foo', isLast: false },
      { why: 'unknown', text: 'bar', isLast: true },
    ]);
    expect(read('foo ').problems).toMatchObject([{ isLast: false }]);
  });
});

it('names only fields that offers have', () => {
  const fields = new Set(Object.keys(offerSchema.shape));
  const named = [...numberKinds, ...flagKinds].map(({ field }) => field);
  expect(named.filter((field) => !fields.has(field))).toEqual([]);
});

it('refuses what is too long for a search, and shows only its beginning', () => {
  const { filters, problems } = read('24gb '.repeat(1001));
  expect(filters).toEqual({});
  expect(problems).toEqual([{ why: 'tooLong', text: '24gb '.repeat(8), isLast: true }]);
});
