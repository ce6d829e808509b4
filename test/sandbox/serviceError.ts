/** An answer that is not a success: an HTTP status and the JSON body (or plain text) that goes with it. */
export class ServiceError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: object | string) {
    super(typeof body === 'string' ? body : JSON.stringify(body));
    this.name = 'ServiceError';
    this.status = status;
    this.body = body;
  }
}

/** The body of every error outside the two-factor endpoints (specification, Errors). */
export function refusal(status: number, error: string, msg: string, extra: object = {}): ServiceError {
  return new ServiceError(status, { success: false, error, msg, ...extra });
}

export function invalidArgs(msg: string): ServiceError {
  return refusal(400, 'invalid_args', msg);
}

export function notFound(msg: string): ServiceError {
  return refusal(404, 'not_found', msg);
}
