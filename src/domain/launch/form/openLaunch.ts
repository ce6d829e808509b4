import type { LaunchAction } from './paneAction';
import type { LaunchView } from './paneView';
import type { FormOffer } from './terms';

/** How a panel shows the launch form as a pane. */
export interface OpenLaunchOptions<Found extends FormOffer> {
  /** GB that the offer is priced with. */
  disk: number;
  /** Shows the pane as it is now; undefined when it is over. */
  draw: (view: LaunchView | undefined) => void;
  /** Shows the offers that are most like one that is gone. */
  showNearest: (gone: Found) => void;
}

/** A launch form that is open as a pane. */
export interface OpenLaunch<Found extends FormOffer> {
  act: (action: LaunchAction) => void;
  /** Goes on with another offer; what is filled in stays. Does nothing while it is being rented. */
  moveTo: (found: Found) => void;
  /** What is filled in can be resumed. */
  close: () => void;
}
