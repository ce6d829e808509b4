import { group, isRefusal, isSuccess } from './shared/group';
import { notes } from './shared/notes';
import { cheapOffer, created, image, oneInstance } from './shared/steps';
import { emailSent, lastMessage, withTotp } from './shared/twoFactorSteps';

export const limits = group('Limits', [
  {
    says: 'onstart of 4048 characters is accepted',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, onstart: 'x'.repeat(4048) },
    shape: created,
  },
  {
    says: 'onstart of 4049 characters is refused',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, onstart: 'x'.repeat(4049) },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'disk defaults to 8 GB',
    given: [cheapOffer, { call: 'PUT asks/$offer/', body: { image }, keep: { instance: 'new_contract' } }],
    ...oneInstance({ disk_space: { $is: 8 } }),
    choice: notes.fields,
  },
  {
    says: 'A method’s label of 30 characters is accepted',
    given: withTotp,
    call: 'PUT tfa/update/',
    body: { tfa_method_id: '$totpId', label: 'l'.repeat(30) },
    shape: isSuccess,
  },
  {
    says: 'Codes have 6 digits',
    given: emailSent,
    call: 'POST tfa/email/',
    body: {},
    after: [lastMessage({ code: { $match: '^\\d{6}$' } })],
  },
]);
