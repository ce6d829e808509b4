import type * as vscode from 'vscode';
import type { Dialogs } from '../ask/dialogs';
import type { SshEntries } from '../connect/entries/sshEntries';
import type { SshSetup } from '../connect/entries/sshSetup';
import type { LoginAgreements } from '../connect/prepareServices';
import type { Tunnels } from '../connect/tunnels';
import type { RemoteWindow } from '../connect/window/remoteWindow';
import type { KeptLog } from '../log/keptLog';
import type { AccountStoreOptions } from '../stores/account/accountStore';
import type { CommandStores } from '../stores/commandStores';
import type { Stores } from '../stores/backgroundStores';
import type { PriceIncreases } from '../stores/money/priceIncreases';
import type { FigureStores } from '../stores/money/spendingFigures';
import type { LazyWatches } from '../stores/watches/lazyWatches';
import type { EarlyViews } from '../views/earlyViews';
import type { RowView } from '../views/focusedRow';
import type { EditorTabs } from '../views/launch/editorTabs';
import type { TemplateConflicts } from '../views/templates/templateConflicts';
import type { TemplateFiles } from '../views/templates/templateFiles';
import type { LazyRuns } from '../views/runs/lazyRuns';
import type { ChargesDocuments } from '../views/texts/chargesDocuments';
import type { ReadOnlyTexts } from '../views/texts/readOnlyTexts';
import type { LazyOffersPanels, LazySpendingPanels, LazyTwoFactorPanels } from '../webviews/lazyPanels';

/**
 * What commands and questions work with: the stores, and what is built on them, once, on first use. A function that
 * needs little of this takes a `Pick` of it.
 */
export interface Services extends Stores, CommandStores {
  /** Resolves when the signed-in accounts were read. */
  ready: Promise<void>;
  /** The value that `confirmed` must have. Only in the exports; never logged, shown or written. */
  consent: string;
  createClient: AccountStoreOptions['createClient'];
  dialogs: Dialogs;
  log: KeptLog;
  /** Opens the log's view. */
  showLog: () => void;
  extension: Pick<vscode.Extension<unknown>, 'packageJSON' | 'extensionKind'>;
  /** A person's choices remembered on this computer; nothing secret. */

  watches: LazyWatches;
  charges: ChargesDocuments;
  texts: ReadOnlyTexts;
  /** What the sums of spending are made from. */
  figures: FigureStores;
  /** The views, for keys that are pressed in them. */
  trees: Pick<EarlyViews, RowView>;
  editors: EditorTabs;
  templateFiles: TemplateFiles;
  templateConflicts: TemplateConflicts;

  twoFactor: LazyTwoFactorPanels;
  offersPanel: LazyOffersPanels;
  spendingPanel: LazySpendingPanels;

  /** Prices that hosts want to raise; loaded with the first instance. */
  priceIncreases: () => Promise<PriceIncreases>;
  runKeeper: Pick<LazyRuns, 'draw' | 'look' | 'sightOf'>;

  loginAgreements: LoginAgreements;
  sshEntries: SshEntries;
  sshSetup: () => SshSetup;
  tunnels: Tunnels;
  remoteWindow: RemoteWindow;
}
