import * as l10n from '@vscode/l10n';
import { usualRegistry } from '../launch/form/image';

/** An image in a registry, as a snapshot is pushed to it. */
export interface RegistryImage {
  registry: string;
  /** Path within the registry, with a tag if there is one. */
  repo: string;
}

const host = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i;
const path = /^[a-z0-9._-]+(?:\/[a-z0-9._-]+)+(?::\w[\w.-]{0,127})?$/;

/** Reads "ghcr.io/me/training:v1"; without a host it is Docker Hub's. Undefined if it is none. */
export function parseRegistryImage(text: string): RegistryImage | undefined {
  const typed = text.trim();
  const [first = '', ...others] = typed.split('/');
  const hasHost = others.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const image = hasHost
    ? { registry: first, repo: others.join('/') }
    : { registry: usualRegistry, repo: typed };
  return typed.length <= 255 && host.test(image.registry) && path.test(image.repo) ? image : undefined;
}

export const registryImageProblem = (text: string): string | undefined =>
  parseRegistryImage(text)
    ? undefined
    : l10n.t('Enter an image in lowercase, such as ghcr.io/me/training:v1.');
