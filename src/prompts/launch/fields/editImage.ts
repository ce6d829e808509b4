import * as vscode from 'vscode';
import { plainText } from '../../../api/plainText';
import type { LineControl } from '../../../domain/launch/form/field';
import { imageField, imagesOf, type KnownImage, knownImages } from '../../../domain/launch/form/image';
import type { FormState, FormView } from '../../../domain/launch/form/state';
import { instead } from '../../../log/log';
import { settings } from '../../../stores/settings';
import { pick, type Step } from '../../steps';
import { type FieldTools, mapStep, titleOf } from './field';

interface ImageRow extends vscode.QuickPickItem {
  image: string;
}

export async function editImage(
  line: LineControl,
  view: FormView,
  { services }: FieldTools,
): Promise<Step<FormState>> {
  const { templates, launches, log } = services;
  const rows = knownImages(view, settings.rent.image, launches.recentImages).map(imageRow);
  const known = new Set(rows.map(({ image }) => image));
  const fromTemplates = templates
    .load()
    .then(() =>
      imagesOf(templates.known())
        .filter(({ image }) => !known.has(image))
        .map(imageRow),
    )
    .catch(instead(log, 'the other images are shown', []));
  const step = await pick(rows, {
    title: titleOf(imageField),
    placeholder: vscode.l10n.t('Select or type a Docker image with its tag'),
    back: true,
    active: ({ image }) => image === view.resolved.values.image,
    more: fromTemplates,
    typed: (text) => {
      const image = text.trim();
      if (image === '' || known.has(image)) return undefined;
      return imageRow({ image, from: line.check(view, image) ?? vscode.l10n.t('this image') });
    },
  });
  return mapStep(step, ({ item }) => (item ? line.set(view, item.image) : view));
}

const imageRow = ({ image, from }: KnownImage): ImageRow => ({
  image,
  label: plainText(image),
  description: from,
});
