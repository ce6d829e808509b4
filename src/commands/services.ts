import type * as vscode from 'vscode';
import type { Client } from '../api/client';
import type { RemoteWindow } from '../connect/window/remoteWindow';
import type { Tunnels } from '../connect/tunnels';
import type { KeptLog } from '../log/keptLog';
import type { GoneInstances } from '../stores/instances/goneInstance';
import type { NewsFiles } from '../stores/instances/newsFiles';
import type { PendingRentals } from '../stores/rentals/pendingRentals';
import type { ScheduledStops } from '../stores/stops/scheduledStops';
import type { SnapshotFiles } from '../stores/instances/snapshotFiles';
import type { FigureStores } from '../stores/money/spendingFigures';
import type { SpendingStore } from '../stores/money/spendingStore';
import type { UnderWay } from '../stores/instances/underWay';
import type { UserStore } from '../stores/account/userStore';
import type { VolumeLists } from '../stores/volumes/volumeLists';
import type { PromptServices } from '../prompts/promptServices';
import type { ChargesDocuments } from '../views/texts/chargesDocuments';
import type { EarlyViews } from '../views/earlyViews';
import type { RowView } from '../views/focusedRow';
import type { TemplateConflicts } from '../views/templates/templateConflicts';
import type { TemplateFiles } from '../views/templates/templateFiles';
import type { LazyOffersPanels } from '../webviews/offers/lazyPanels';
import type { LazySpendingPanels } from '../webviews/spending/lazyPanels';
import type { Call } from './call';
import type { LazyTwoFactorPanels } from '../webviews/twoFactor/lazyPanels';

/** Everything that commands need, built once on first use. */
export interface Services extends PromptServices {
  /** Resolves when the signed-in accounts were read. */
  ready: Promise<void>;
  /** The value that `confirmed` must have. Only in the exports; never logged, shown or written. */
  consent: string;
  createClient: (baseUrl: string, apiKey: string) => Client;

  log: KeptLog;
  /** Opens the log's view. */
  showLog: () => void;
  extension: Pick<vscode.Extension<unknown>, 'packageJSON' | 'extensionKind'>;
  users: UserStore;
  charges: ChargesDocuments;
  twoFactor: LazyTwoFactorPanels;
  offersPanel: LazyOffersPanels;
  spendingPanel: LazySpendingPanels;
  /** What the sums of spending are made from. */
  figures: FigureStores;
  /** The views, for keys that are pressed in them. */
  trees: Pick<EarlyViews, RowView>;

  snapshots: SnapshotFiles;
  news: NewsFiles;
  gone: Pick<GoneInstances, 'denied'>;
  spending: Pick<SpendingStore, 'did' | 'ledgerOf' | 'load'>;
  pending: PendingRentals;

  volumeLists: VolumeLists;

  templateFiles: TemplateFiles;
  templateConflicts: TemplateConflicts;

  underWay: UnderWay;
  scheduledStops: ScheduledStops;

  tunnels: Tunnels;
  remoteWindow: RemoteWindow;
}

export type Command = (services: Services, call: Call) => Promise<unknown>;
