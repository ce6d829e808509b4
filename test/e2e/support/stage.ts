import { connectControl, type RemoteControl } from '../../sandbox/remoteControl';
import { inject } from 'vitest';
import type { Extensions } from '../../host/extensions';

/** What the processes of the stories know of the sandbox and the folders they share. */
export interface Stage {
  /** The user's settings every story starts with. */
  settings: Record<string, unknown>;
  /** What a window's extensions are told by environment variables. */
  environment: Record<string, string>;
  workspace: string;
  /** The folders of the extensions a window can be given. */
  extensions: Extensions;
  /** Where the package goes when a story wants it. */
  packageFile: string;
  home: string;
  sandboxUrl: string;
  apiKey: string;
  sshConfigFile: string;
  identityFile: string;
}

/** The one of this worker; its number counts from 1. */
export function stage(): Stage {
  return inject('stages')[Number(process.env.VITEST_POOL_ID) - 1]!;
}

/** The worker's sandbox, which runs in the process that started the tests. */
export function sandbox(): RemoteControl {
  return connectControl(stage().sandboxUrl);
}
