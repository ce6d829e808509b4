import * as z from 'zod/mini';
import { storedMethods } from '../api/endpoints/account/twoFactorRequests';

/** What a problem offers to do. Each is an action below or is done outside of the session. */
export const remedies = [
  'retry',
  'resend',
  'authorize',
  'removeAndSetUpAnew',
  'otherMethod',
  'renewCodes',
  'refresh',
  'signIn',
  'logIn',
  'switchAccount',
  'openConsole',
] as const;

export type Remedy = (typeof remedies)[number];

const kindOnly = <K extends string>(kind: K) => z.object({ kind: z.literal(kind) });
const ofMethod = <K extends string>(kind: K) => z.object({ kind: z.literal(kind), methodId: z.int() });
/** A code may be pasted with the whole message around it. */
const text = z.string().check(z.maxLength(5000));

export const actionSchema = z.union([
  kindOnly('refresh'),
  kindOnly('back'),
  kindOnly('add'),
  kindOnly('renew'),
  kindOnly('lost'),
  ofMethod('remove'),
  ofMethod('removeLost'),
  ofMethod('makePrimary'),
  z.object({ kind: z.literal('rename'), methodId: z.int(), label: text }),
  z.object({ kind: z.literal('chooseOption'), option: z.string() }),
  kindOnly('send'),
  kindOnly('resend'),
  z.object({ kind: z.literal('prove'), code: text }),
  z.object({ kind: z.literal('setUp'), method: z.enum(storedMethods) }),
  z.object({ kind: z.literal('sendToNumber'), phone: text }),
  kindOnly('otherNumber'),
  z.object({ kind: z.literal('confirm'), code: text, label: text }),
  kindOnly('copySecret'),
  kindOnly('copyCodes'),
  kindOnly('saveCodes'),
  kindOnly('codesStored'),
  z.object({ kind: z.literal('remedy'), remedy: z.enum(remedies) }),
]);

export type Action = z.infer<typeof actionSchema>;
