import * as z from 'zod/mini';

const key = z.string().check(z.maxLength(100));
const word = z.string().check(z.maxLength(500));
/** Far more than the service takes, so that the check can say so. */
const text = z.string().check(z.maxLength(200_000));

/** What a person does in the pane of the launch form. Each value is checked again where it is applied. */
export const launchActionSchema = z.discriminatedUnion('kind', [
  /** A line or a part of a field was typed in. */
  z.object({ kind: z.literal('type'), key, text }),
  z.object({ kind: z.literal('flag'), key, on: z.boolean() }),
  z.object({ kind: z.literal('choose'), key, value: word }),
  /** Sets a variable. A secret's value is sent once, and never comes back. */
  z.object({ kind: z.literal('setVariable'), name: word, value: text, secret: z.boolean() }),
  z.object({ kind: z.literal('removeVariable'), name: word }),
  /** Sets the registry login. Without a password, the stored one stays. */
  z.object({ kind: z.literal('logIn'), registry: word, user: word, password: word }),
  z.object({ kind: z.literal('removeLogin') }),
  z.object({ kind: z.literal('editInTab'), key: z.enum(['env', 'onstart']) }),
  z.object({ kind: z.literal('takeOver'), id: key }),
  /** `elsewhere`: searches offers on the volume's machine; `resume`: continues with the form that was closed before. */
  z.object({ kind: z.enum(['rent', 'preview', 'save', 'elsewhere', 'resume', 'back']) }),
]);

export type LaunchAction = z.infer<typeof launchActionSchema>;
