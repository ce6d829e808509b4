import type { CallStep, Step } from '../../row';
import type { Shape } from '../../shape';

export const cheapOffer: CallStep = {
  call: 'POST bundles/',
  body: {
    rentable: { eq: true },
    rented: { eq: false },
    order: [['dph_total', 'asc']],
    type: 'on-demand',
    limit: 1,
  },
  keep: { offer: 'offers.0.id' },
};
export const bidOffer: CallStep = { ...cheapOffer, body: { rentable: { eq: true }, type: 'bid', limit: 1 } };
export const vmOffer: CallStep = {
  ...cheapOffer,
  body: { vms_enabled: { eq: true }, rentable: { eq: true }, rented: { eq: false }, limit: 1 },
};
export const image = 'ubuntu:22.04';
export const publicKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K someone';

export function rented(request: Record<string, unknown> = {}): Step[] {
  const body = { image, runtype: 'ssh_direct', disk: 10, ...request };
  return [
    cheapOffer,
    { call: 'PUT asks/$offer/', body, keep: { instance: 'new_contract', instanceKey: 'instance_api_key' } },
  ];
}
export const interruptible: Step[] = [
  bidOffer,
  {
    call: 'PUT asks/$offer/',
    body: { image, runtype: 'ssh_direct', price: 9.5 },
    keep: { instance: 'new_contract' },
  },
];
export const advance = (seconds: number): Step => ({ control: 'advance', args: [seconds] });
export function running(request: Record<string, unknown> = {}): Step[] {
  return [...rented(request), advance(600)];
}
export function hostBehaves(behaviour: string): Step[] {
  return [{ control: 'setHostBehaviour', args: ['next', behaviour] }, ...running()];
}
export const oneInstance = (shape: Shape, call: Partial<CallStep> = {}): CallStep => ({
  call: 'GET instances/$instance/',
  shape: { instances: shape },
  ...call,
});

export const scopedKey = (...permissions: string[]): Step => ({
  control: 'createKey',
  args: [{ permissions, accountId: '$account' }],
  keep: { scoped: 'apiKey', scopedId: 'id' },
});
export const anotherAccount = (given: Record<string, unknown> = {}): Step => ({
  control: 'createAccount',
  args: [given],
  keep: { other: 'apiKey', otherAccount: 'id' },
});

export const created: Shape = {
  success: { $is: true },
  new_contract: 'integer',
  instance_api_key: 'string',
  id: 'absent',
};
export const offersWhere = (each: Shape): Shape => ({ offers: { $minLength: 1, $each: each } });
