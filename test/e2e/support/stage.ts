import { connectControl, type RemoteControl } from '../../sandbox/remoteControl';
import { inject } from 'vitest';

/** What the processes of the stories know of the server and the sandbox they share. */
export interface Stage {
  /** The server whose windows have no SSH extension. */
  plain: StagedServer;
  /** The server whose windows have the stand-in for Remote-SSH. */
  remoteSsh: StagedServer;
  /** The user's settings every story starts with. */
  settings: Record<string, unknown>;
  /** The folder in which windows come up signed in. */
  workspace: string;
  signedOutWorkspace: string;
  home: string;
  sandboxUrl: string;
  apiKey: string;
  sshConfigFile: string;
  identityFile: string;
}

export interface StagedServer {
  origin: string;
  settingsFile: string;
}

export function stage(): Stage {
  return inject('stage');
}

/** The sandbox, which runs in the process that started the tests. */
export function sandbox(): RemoteControl {
  return connectControl(stage().sandboxUrl);
}
