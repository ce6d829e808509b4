import type { EndWorld } from './checks';
import { TwoFactorPage } from './twoFactorPage';

/** The last backup codes that the service made are put away or still shown, or the person was told that they are lost. */
export async function codesTold({ person, service, sandbox }: EndWorld): Promise<string[]> {
  const made = (await service.carried()).flatMap(({ path, status, answer, at }) => {
    const { backup_codes: codes } = Object(answer) as { backup_codes?: string[] };
    return path.includes('/tfa/') && status < 300 && codes ? [{ codes: codes.join(), at }] : [];
  });
  const last = made.at(-1);
  const isOn = (await sandbox.methods(await sandbox.accountId())).length > 0;
  const { agreed, secondFactors, windows } = person;
  if (!last || !isOn || secondFactors.confirmed.has(last.codes)) return [];
  const isTold = agreed.notices.some(({ message, at }) => at >= last.at && /backup codes/i.test(message));
  const shownIn = windows.find(({ life }) => life.name === secondFactors.shown.get(last.codes));
  const isOpen = shownIn?.screen.panels.open.some(({ page }) => page instanceof TwoFactorPage);
  return isTold || isOpen ? [] : [`Backup codes of ${Math.round(last.at / 1000)} s were lost without a word`];
}

/** What nothing may say that is kept: codes as they were typed or sent. */
export async function codesOf({ person, sandbox }: EndWorld): Promise<string[]> {
  const sent = (await sandbox.outbox()).map(({ code }) => code);
  return [...new Set([...sent, ...person.secondFactors.typed])];
}
