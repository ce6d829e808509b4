import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { lostAs } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { chooseFor } from '../../ask/confirmFor';
import { showInfo, withProgress } from '../../ask/notify';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import {
  parseRegistryImage,
  type RegistryImage,
  registryImageProblem,
} from '../../domain/instances/registryImage';
import { oneWordProblem, passwordName } from '../../domain/launch/form/image';
import type { Services } from '../../prompts/services';
import { askText } from '../../prompts/steps';
import { type AccountInUse, accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';
import { nameOf } from './eachInstance';
import { isRunning, knownInstance, orGone, targetInstance } from './targetInstance';

interface Login {
  user: string;
  password: string;
}

const filled = z.string().check(z.refine((text) => oneWordProblem(text) === undefined));

/**
 * Has the service push a running instance's disk as an image into a registry: `{instanceId, image, user, password,
 * pause?, confirmed}`. Resolves when the service has taken the request: it doesn't tell how that ends. Sent once. The
 * password is kept nowhere.
 *
 * @throws ApiError 'outcome_unknown' when the answer was lost
 */
export async function pushSnapshot(
  services: Services,
  call: Call,
): Promise<{ instanceId: number; image: string } | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Push Snapshot to Registry');
  const id = await targetInstance(services, call, title, isRunning);
  if (id === undefined) return undefined;
  const name = nameOf(services, id);
  if (lifecycleOf(await knownInstance(services, id)).phase !== 'running')
    throw new LocalError('not_possible', vscode.l10n.t('A snapshot needs {0} to run.', name));
  const target = await imageOf(call, title, name);
  const login = target && (await loginOf(services, call, title, target));
  if (!login) return undefined;
  const image = `${target.registry}/${target.repo}`;
  const pause = await pauseOf(services, who, call, {
    message: vscode.l10n.t('Push a snapshot of {0} to {1}?', name, image),
    detail: [
      vscode.l10n.t(
        'The image has all that is on the instance’s disk, also keys and passwords. Whoever can read the image can read them.',
      ),
      vscode.l10n.t('User name and password for {0} are sent to the service.', target.registry),
      vscode.l10n.t('The instance is billed as before, and traffic may cost extra.'),
      vscode.l10n.t(
        'Paused, its programs wait until the snapshot is taken. Without a pause, files that are being written may be incomplete.',
      ),
    ].join('\n\n'),
  });
  if (pause === undefined) return undefined;
  mustBeInUse(services.accounts, who);
  const request = {
    container_registry: target.registry,
    personal_repo: target.repo,
    docker_login_user: login.user,
    docker_login_pass: login.password,
    pause,
  };
  try {
    await withProgress({ location: { viewId: 'gpuRental.instances' } }, () =>
      services.features.use('snapshots', () =>
        orGone(who.client, id, () => who.client.instanceActions.takeSnapshot(id, request)),
      ),
    );
  } catch (error) {
    throw lostAs(
      error,
      vscode.l10n.t(
        'The service’s response was lost. Look in the registry before you push the snapshot again.',
      ),
    );
  }
  services.log.info(`Asked for a snapshot of instance ${id}.`);
  if (call.interactive)
    void showInfo(
      vscode.l10n.t(
        'Look for {0} in its registry: a snapshot of {1} was requested, and the service doesn’t tell whether it fails.',
        image,
        name,
      ),
    );
  return { instanceId: id, image };
}

async function imageOf(call: Call, title: string, name: string): Promise<RegistryImage | undefined> {
  const checked = z.string().check(z.refine((text) => registryImageProblem(text) === undefined));
  const given = read(call.arguments, 'image', call.interactive ? z.optional(checked) : checked);
  if (given !== undefined) return parseRegistryImage(given);
  const text = await askText({
    title,
    prompt: vscode.l10n.t('Image that {0} becomes, such as ghcr.io/me/training:v1', name),
    placeholder: 'docker.io/me/training',
    validate: registryImageProblem,
  });
  return text === undefined ? undefined : parseRegistryImage(text);
}

async function loginOf(
  { launchSecrets }: Services,
  call: Call,
  title: string,
  { registry, repo }: RegistryImage,
): Promise<Login | undefined> {
  const { arguments: given, interactive } = call;
  const word = interactive ? z.optional(filled) : filled;
  const [user, password] = [read(given, 'user', word), read(given, 'password', word)];
  if (user !== undefined && password !== undefined) return { user, password };
  const name = await askText({
    title,
    prompt: vscode.l10n.t('User name at {0}', registry),
    value: user ?? repo.split('/')[0] ?? '',
    validate: oneWordProblem,
  });
  if (name === undefined) return undefined;
  const typed = name.trim();
  const stored = await launchSecrets.get(passwordName({ registry, user: typed }));
  const secret = await askText({
    title,
    prompt: stored
      ? vscode.l10n.t('Password or access token (leave empty to use the stored one)')
      : vscode.l10n.t('Password or access token. Sent to the service, and not stored here'),
    password: true,
    validate: (text) => (stored && text === '' ? undefined : oneWordProblem(text)),
  });
  if (secret === undefined) return undefined;
  return { user: typed, password: secret.trim() || (stored ?? '') };
}

/** Whether the instance stands still meanwhile; undefined if the person doesn't want a snapshot. */
async function pauseOf(
  services: Services,
  who: AccountInUse,
  call: Call,
  words: { message: string; detail: string },
): Promise<boolean | undefined> {
  const given = read(call.arguments, 'pause', z.optional(z.boolean()));
  if (call.confirmed) return given ?? true;
  const answers = new Map([
    [vscode.l10n.t('Pause and Push'), true],
    [vscode.l10n.t('Push without Pause'), false],
  ]);
  const options = [...answers].filter(([, pause]) => given === undefined || given === pause);
  const question = { ...words, options: options.map(([label]) => label), warns: true };
  const pressed = await chooseFor(services, who, question);
  return pressed === undefined ? undefined : answers.get(pressed);
}
