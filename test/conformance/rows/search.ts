import type { Shape } from '../shape';
import { group, isRefusal } from './shared/group';
import { notes } from './shared/notes';
import { offersWhere } from './shared/steps';

const offerShape: Shape = {
  id: 'integer',
  gpu_name: 'string',
  num_gpus: 'integer',
  dph_total: 'number',
  gpu_ram: 'number',
  reliability: { $gte: 0, $lte: 1 },
  rentable: 'boolean',
  direct_port_count: 'integer',
  dlperf_per_dphtotal: 'number',
};
const sortedBy = (field: string, direction: 'asc' | 'desc'): Shape => ({
  offers: { $minLength: 2, $sorted: [field, direction] },
});

export const search = group('Search', [
  {
    says: 'No filter: an object with the offers',
    call: 'POST bundles/',
    body: {},
    shape: offersWhere(offerShape),
  },
  ...(
    [
      ['eq', 'num_gpus', 2, { $is: 2 }, undefined],
      ['gte', 'reliability', 0.95, { $gte: 0.95 }, undefined],
      ['in', 'num_gpus', [1, 4], { $in: [1, 4] }, undefined],
      ['neq', 'num_gpus', 1, { $not: 1 }, notes.operators],
      ['lt', 'dph_total', 1, { $lt: 1 }, notes.operators],
      ['lte', 'num_gpus', 2, { $lte: 2 }, notes.operators],
      ['gt', 'gpu_ram', 24_000, { $gt: 24_000 }, notes.operators],
      ['notin', 'num_gpus', [1, 2], { $notin: [1, 2] }, notes.operators],
    ] as const
  ).map(([operator, field, value, rule, choice]) => ({
    says: `Operator ${operator} on ${field}`,
    call: 'POST bundles/',
    body: { [field]: { [operator]: value }, limit: 200 },
    shape: offersWhere({ [field]: rule as Shape }),
    ...(choice === undefined ? {} : { choice }),
  })),
  ...(
    [
      ['gpu_name', { eq: 'RTX 4090' }, { gpu_name: { $is: 'RTX 4090' } }],
      ['gpu_ram in MB', { gte: 40_000 }, { gpu_ram: { $gte: 40_000 } }],
      ['reliability', { gte: 0.99 }, { reliability: { $gte: 0.99 } }],
      ['rentable', { eq: true }, { rentable: { $is: true } }],
      ['direct_port_count', { gte: 4 }, { direct_port_count: { $gte: 4 } }],
      ['dph_total', { lte: 0.8 }, { dph_total: { $lte: 0.8 } }],
    ] as const
  ).map(([field, filter, shape]) => ({
    says: `Filter on ${field}`,
    call: 'POST bundles/',
    body: { [field.split(' ')[0] ?? '']: filter },
    shape: offersWhere(shape),
  })),
  {
    says: 'Filter on verified',
    call: 'POST bundles/',
    body: { verified: { eq: true } },
    shape: offersWhere({ verified: { $is: true } }),
    choice: 'That an offer shows whether its host is verified is not shown; public clients read it.',
  },
  {
    says: 'Two operators on one field both hold',
    call: 'POST bundles/',
    body: { num_gpus: { gte: 2, lte: 4 } },
    shape: offersWhere({ num_gpus: { $gte: 2, $lte: 4 } }),
    choice: 'Each filter is shown with one operator; ranges need two.',
  },
  {
    says: 'A number written as a string compares as a number',
    call: 'POST bundles/',
    body: { num_gpus: { gte: '4' } },
    shape: offersWhere({ num_gpus: { $gte: 4 } }),
    choice: 'Not shown; the public service tolerates it.',
  },
  ...['dph_total', 'dlperf_per_dphtotal', 'gpu_ram', 'num_gpus'].map((field) => ({
    says: `order desc by ${field}`,
    call: 'POST bundles/',
    body: { order: [[field, 'desc']], limit: 100 },
    shape: sortedBy(field, 'desc'),
  })),
  {
    says: 'order asc',
    call: 'POST bundles/',
    body: { order: [['dph_total', 'asc']], limit: 100 },
    shape: sortedBy('dph_total', 'asc'),
    choice: notes.ascending,
  },
  ...['ondemand', 'on-demand', 'bid'].map((type) => ({
    says: `type ${type}`,
    call: 'POST bundles/',
    body: { type },
    shape: offersWhere(offerShape),
  })),
  ...[1, 7, 200].map((limit) => ({
    says: `limit ${limit} is the maximum number of results`,
    call: 'POST bundles/',
    body: { limit },
    shape: { offers: { $minLength: 1, $maxLength: limit } },
  })),
  {
    says: 'Without limit there are 64',
    call: 'POST bundles/',
    body: {},
    shape: { offers: { $length: 64 } },
    choice: 'The default limit is not shown; the public service has this one.',
  },
  {
    says: 'No match: an empty array',
    call: 'POST bundles/',
    body: { num_gpus: { gte: 100_000 } },
    shape: { offers: { $length: 0 } },
  },
  ...(
    [
      ['an unknown operator', { num_gpus: { about: 2 } }],
      ['an unknown type', { type: 'auction' }],
      ['a limit that is no number', { limit: 'many' }],
      ['an order that is no list of pairs', { order: 'dph_total' }],
      ['an order of an unknown direction', { order: [['dph_total', 'sideways']] }],
    ] as const
  ).map(([what, body]) => ({
    says: `Refused: ${what}`,
    call: 'POST bundles/',
    body,
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  })),
  {
    says: 'Refused: malformed JSON',
    call: 'POST bundles/',
    text: '{"limit": 1,',
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
]);
