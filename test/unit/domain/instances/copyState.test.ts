import { expect, it } from 'vitest';
import { copyStateOf } from '../../../../src/domain/instances/copyState';

it.each([
  ['Copying …', 'going'],
  ['Cloud Copy Operation Started', 'going'],
  ['Remote to Remote copy initiated', 'going'],
  ['Copy finished.', 'done'],
  ['Cloud Copy Operation Finished.', 'done'],
  ['rsync completed successfully', 'done'],
  ['Copy failed: the source does not exist.', 'failed'],
  ['Copy done with errors: Permission denied', 'failed'],
  ['Copy cancelled.', 'cancelled'],
  ['success, running ubuntu_22.04/ssh', undefined],
  ['Error response from daemon: container create failed', undefined],
  ['', undefined],
] as const)('%s: %s', (message, state) => expect(copyStateOf(message)).toBe(state));
