/** Whether it's another machine. In a browser it may be the host of the page, the person's own server. */
export const isRemote = (remoteName: string | undefined): boolean =>
  remoteName !== undefined && !/[.:[]|^localhost$/.test(remoteName);

/** Where VS Code runs this extension. */
export interface Place {
  remoteName: string | undefined;
  /** Rather than on the person's computer. */
  isOnRemote: boolean;
  /** The window is in a browser, which has no extensions on the person's computer. */
  isInBrowser: boolean;
}

/**
 * Whether API keys may be read here: not on a machine that belongs to somebody else, as a rented one does. A browser
 * can't open an SSH window by itself; there, one is a page of the server that also has the ssh config.
 */
export const mayHoldKeys = ({ remoteName, isOnRemote, isInBrowser }: Place): boolean =>
  !isOnRemote || !isRemote(remoteName) || (isInBrowser && remoteName === 'ssh-remote');
