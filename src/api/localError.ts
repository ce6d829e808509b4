import * as l10n from '@vscode/l10n';
import { plainText, sentenceLimit } from './plainText';

/** Why we didn't do what was requested. `describeError` lists what helps for each. */
export type LocalCode =
  | 'invalid_input' // what was given cannot be used
  | 'missing_code' // nothing in the text can be a two-factor code
  | 'nothing_sent' // a code is needed that was not requested yet
  | 'no_method' // no two-factor method fits
  | 'not_found' // neither here nor in what the service lists
  | 'nothing_suits' // there is nothing now that this could be done with, which is no fault
  | 'nothing_yet' // the same, and a search for offers is where it begins
  | 'not_signed_in'
  | 'offer_gone' // no offer is left that fits
  | 'other_account' // another account has to be in use for this
  | 'not_possible' // trying again would not help
  | 'may_pass'; // trying again may help

/**
 * A failure that is not the service's: what we refuse ourselves, or what did not work on this computer or on a
 * machine. `message` is the sentence a person sees, plain.
 */
export class LocalError extends Error {
  override readonly name: string = 'LocalError';
  readonly code: LocalCode;

  constructor(code: LocalCode, message: string, options?: ErrorOptions) {
    super(plainText(message, sentenceLimit), options);
    this.code = code;
  }
}

/** The client of the account in use. @throws LocalError 'not_signed_in' if no account is signed in */
export function signedIn<T>({ client }: { readonly client: T | undefined }): T {
  if (!client) throw new LocalError('not_signed_in', l10n.t('You’re not signed in.'));
  return client;
}
