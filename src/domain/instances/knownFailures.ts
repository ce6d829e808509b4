import * as l10n from '@vscode/l10n';

interface KnownFailure {
  /** Found in `status_msg`. Nothing in it may match what a start says that goes on. */
  pattern: RegExp;
  meaning: () => string;
}

/**
 * What a host says once a start has failed, the more exact one first. Anything else is shown and waited for: lines of a
 * build that succeeds contain "error", too.
 */
const knownFailures: readonly KnownFailure[] = [
  {
    // NVIDIA's container runtime, as hosts pass it on; the second is Docker's where the runtime is missing.
    pattern: /nvidia-container-cli: |could not select device driver/i,
    meaning: () => l10n.t('the machine can’t give the container its GPU'),
  },
  {
    // Docker and containerd. dstack's client of the service ends a start by it, with `created`.
    pattern: /OCI runtime create failed|failed to create (?:shim task|task for container)/i,
    meaning: () => l10n.t('the machine couldn’t create the container'),
  },
  {
    // Docker's pull of an image that is private or missing.
    pattern: /pull access denied|requested access to the resource is denied/i,
    meaning: () => l10n.t('the image doesn’t exist or needs a login'),
  },
  {
    // Docker's pull, with the login of the template.
    pattern: /unauthorized: (?:incorrect username|authentication required)/i,
    meaning: () => l10n.t('the registry doesn’t accept the login'),
  },
  {
    // Docker's pull.
    pattern: /manifest unknown|manifest for \S{1,300} not found/i,
    meaning: () => l10n.t('the image has no such tag'),
  },
  {
    // Docker's pull.
    pattern: /no matching manifest for/i,
    meaning: () => l10n.t('the image isn’t for this machine’s processor'),
  },
  {
    // Docker Hub, which counts pulls by address.
    pattern: /toomanyrequests: /i,
    meaning: () => l10n.t('the registry limits how often this machine pulls images'),
  },
  {
    // Docker's daemon.
    pattern: /invalid reference format/i,
    meaning: () => l10n.t('the name of the image isn’t valid'),
  },
  {
    // The system's words, as Docker passes them on while it unpacks.
    pattern: /no space left on device/i,
    meaning: () => l10n.t('the disk is full'),
  },
  {
    // Docker's network driver.
    pattern: /port is already allocated/i,
    meaning: () => l10n.t('a port is in use on the machine'),
  },
];

/** Longer messages are not searched to their end. */
const searched = 20_000;

/** What a known failure in `status_msg` means, in a few words; undefined where the start may go on. */
export function failureIn(statusMessage: string | undefined): string | undefined {
  const text = statusMessage?.slice(0, searched) ?? '';
  return knownFailures.find(({ pattern }) => pattern.test(text))?.meaning();
}
