import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import type { Volume } from '../../api/schemas/volume';
import { attachedTo } from '../../connect/attachedTo';
import { formatFacts, formatNumber } from '../../domain/format';
import { formatPerMonth } from '../../domain/money/cost';
import { volumeTitle } from '../../domain/volumes/volume';
import { volumeRate, volumeSize } from '../../domain/volumes/volumeCost';
import type { Services } from '../../prompts/services';
import { pickOne } from '../../prompts/steps';
import { attachment } from '../../views/volumes/volumeNodes';
import { type Call, read } from '../call';

/**
 * The volume that a command is about: the one of the call (`volumeId`), else one that the person picks. Undefined when
 * they picked none. @throws LocalError 'not_found'
 */
export async function targetVolume(
  { volumes, instances }: Pick<Services, 'volumes' | 'instances'>,
  call: Call,
  title: string,
): Promise<Volume | undefined> {
  const volumeId = read(call.arguments, 'volumeId', z.optional(z.int()));
  if (volumeId !== undefined) {
    if (!volumes.get(volumeId)) await volumes.refresh();
    const volume = volumes.get(volumeId);
    if (volume) return volume;
    throw new LocalError('not_found', vscode.l10n.t('Volume {0} not found.', volumeId));
  }
  const candidates = (volumes.state.fetchedAt === undefined ? volumes.refresh() : Promise.resolve()).then(
    () => volumes.state.volumes.filter(({ id }) => id >= 0).map((volume) => row(volume, instances)),
  );
  const picked = await pickOne(
    candidates.then((rows) => {
      if (rows.length > 0) return rows;
      throw new LocalError('not_found', vscode.l10n.t('You have no volumes.'));
    }),
    {
      title,
      placeholder: vscode.l10n.t('Select a volume'),
      waiting: vscode.l10n.t('Loading volumes…'),
    },
  );
  return picked?.volume;
}

function row(volume: Volume, instances: Services['instances']) {
  const [rate, size] = [volumeRate(volume), volumeSize(volume)];
  return {
    volume,
    label: volumeTitle(volume),
    description: formatFacts(
      rate === undefined ? vscode.l10n.t('price unknown') : formatPerMonth(rate),
      size === undefined ? '' : `${formatNumber(size)} GB`,
      attachment(attachedTo(volume, instances)),
    ),
  };
}
