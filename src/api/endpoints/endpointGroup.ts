import type { Transport } from '../http/transport';

/** Endpoints about one subject, called through one transport. */
export abstract class EndpointGroup {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}
