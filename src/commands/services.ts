import type * as vscode from 'vscode';
import type { Client } from '../api/client';
import type { PrepareServices } from '../connect/prepare';
import type { RemoteWindow } from '../connect/remoteWindow';
import type { Tunnels } from '../connect/tunnels';
import type { MarkerFiles } from '../stores/markerFiles';
import type { OfferStore } from '../stores/offerStore';
import type { Rentals } from '../stores/rentals';
import type { Reports } from '../views/reports';

/** Everything that commands work with, built once at activation. */
export interface Services extends PrepareServices {
  offers: OfferStore;
  rentals: Rentals;
  awaited: MarkerFiles;
  remoteWindow: RemoteWindow;
  reports: Reports;
  tunnels: Tunnels;
  /** What this machine remembers of a person's choices; nothing secret. */
  memory: vscode.Memento;
  createClient: (baseUrl: string, apiKey: string) => Client;
}
