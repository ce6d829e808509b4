import * as l10n from '@vscode/l10n';
import type { LoginResult } from './login';

/** Why a login failed and what helps, for a person: one text for each status. */
export function loginSentence(
  { status, detail, afterDenial }: LoginResult,
  alias: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const said = detail === '' ? '' : ` ${l10n.t('ssh says: {0}', detail)}`;
  switch (status) {
    case 'closed':
      return afterDenial
        ? l10n.t(
            '{0} didn’t accept any of your keys and now closes every connection, as many servers do after failed logins. Wait a minute and connect again.',
            alias,
          )
        : l10n.t(
            '{0} closed the connection before the login. SSH may still be starting. Wait a minute and try again.',
            alias,
          ) + said;
    case 'refused':
      return l10n.t(
        '{0} refuses SSH connections. SSH may still be starting. Wait a minute and try again.',
        alias,
      );
    case 'timeout':
      return l10n.t('{0} didn’t respond to the login in time. Check your network and try again.', alias);
    case 'unreachable':
      return l10n.t('Can’t reach {0}. Check your network or VPN.', alias) + said;
    case 'dns':
      return l10n.t('Couldn’t look up the address of {0}. Check your network.', alias) + said;
    case 'bad_permissions':
      return (
        (platform === 'win32'
          ? l10n.t(
              'ssh rejects its config because other users can change it. In the file’s properties, under Security, leave only yourself, SYSTEM and Administrators.',
            )
          : l10n.t(
              'ssh rejects its config because other users can change it. Set the mode of that file to 600.',
            )) + said
      );
    case 'bad_config':
      return l10n.t('ssh can’t read your SSH config. Correct the line named in its message.') + said;
    case 'host_key_unknown':
      return (
        l10n.t('ssh doesn’t accept the host key of {0}. Run Diagnose Connection to see why.', alias) + said
      );
    default:
      return l10n.t(
        'Logging in to {0} failed: {1}',
        alias,
        detail || l10n.t('ssh exited without a message.'),
      );
  }
}
