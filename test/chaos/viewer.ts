import type { LeftEditors } from './documents';
import type { LeftPanel } from './panels';

/** A notification or dialog; resolves to the button that is pressed. */
export interface Shown {
  /** The name of the window. */
  window: string;
  message: string;
  isModal: boolean;
  buttons: readonly string[];
}

/** Who sits at the windows. */
export interface Viewer {
  press(shown: Shown): string | undefined;
  /** Whether what asks in a list or an input is worth a wait before it is closed, in milliseconds. */
  patience(): number;
}

/** What VS Code keeps of windows that are gone, for the next one. */
export interface Left {
  editors: LeftEditors;
  panels: LeftPanel[];
}
