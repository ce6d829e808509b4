import type * as vscode from 'vscode';
import type { Client } from '../api/client';
import type { PrepareServices } from '../connect/prepare';
import type { RemoteWindow } from '../connect/remoteWindow';
import type { Tunnels } from '../connect/tunnels';
import type { MarkerFiles } from '../stores/markerFiles';
import type { OptionalFeatures } from '../stores/optionalFeatures';
import type { OfferStore } from '../stores/offerStore';
import type { Rentals } from '../stores/rentals';
import type { SnapshotFiles } from '../stores/snapshotFiles';
import type { UserStore } from '../stores/userStore';
import type { LaunchServices } from '../views/launch/field';
import type { ReadOnlyTexts } from '../views/readOnlyTexts';
import type { TemplateFiles } from '../views/templates/templateFiles';
import type { LazyTwoFactorPanels } from '../webviews/twoFactor/lazyPanels';

/** Everything that commands work with, built once at activation. */
export interface Services extends PrepareServices, LaunchServices {
  /** Who is signed in has been read. */
  ready: Promise<void>;
  offers: OfferStore;
  rentals: Rentals;
  users: UserStore;
  features: OptionalFeatures;
  twoFactor: LazyTwoFactorPanels;
  awaited: MarkerFiles;
  snapshots: SnapshotFiles;
  remoteWindow: RemoteWindow;
  texts: ReadOnlyTexts;
  templateFiles: TemplateFiles;
  tunnels: Tunnels;
  /** What this machine remembers of a person's choices; nothing secret. */
  memory: vscode.Memento;
  createClient: (baseUrl: string, apiKey: string) => Client;
}
