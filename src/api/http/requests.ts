export type {
  CreateInstanceRequest,
  InstanceState,
  Runtype,
  VolumeInfo,
} from '../schemas/instances/creationFields';
export type { Filters, OfferQuery } from '../schemas/offers/filters';

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Called when its turn has come and it is sent: until then cancelling it costs nothing. */
  onSend?: (() => void) | undefined;
  /** Called when it failed and is sent again later. */
  onRetry?: ((error: unknown) => void) | undefined;
  /** Nobody waits for the answer: calls that a person waits for go first, and it isn't sent again after a failure. */
  background?: boolean | undefined;
}
