import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '../../../../src/commands/call';
import { connect } from '../../../../src/commands/connect/connect';
import type { Services } from '../../../../src/prompts/services';
import { usualSshExtension } from '../../../../src/connect/window/sshExtensions';
import { silent } from '../../../../src/log/log';
import { clearScreen, extensionsChanged, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
const prepareSsh = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/connect/prepareSsh', () => ({ prepareSsh }));

const install = 'workbench.extensions.installExtension';
/** The extension for SSH windows that is installed. */
let provider: string | undefined;

beforeEach(() => {
  clearScreen();
  provider = undefined;
  prepareSsh.mockReset();
  prepareSsh.mockResolvedValue({ alias: 'gpu-7', address: { host: '203.0.113.7', port: 22 } });
});

/** Connects where no extension opens SSH windows. */
function connecting(interactive: boolean) {
  const services = {
    instances: { state: {}, get: () => ({ id: 7, label: 'train' }) },
    remoteWindow: { provider: () => provider },
    log: silent,
  } as unknown as Services;
  return connect(services, { instanceIds: [7], arguments: {}, interactive } as unknown as Call);
}

describe('connecting without an extension for SSH windows', () => {
  it('tells a person before the instance or the SSH config is touched', async () => {
    expect(await connecting(true)).toBeUndefined();
    expect(prepareSsh).not.toHaveBeenCalled();
    expect(screen.shown).toMatchObject([
      {
        message: 'Can’t open a window on train (7): no extension for SSH windows is installed.',
        buttons: ['Install Remote - SSH', 'Open in Terminal'],
      },
    ]);
  });

  it('leads on with a terminal', async () => {
    screen.press = 'Open in Terminal';
    await connecting(true);
    const command = ['gpuRental.openTerminal', expect.objectContaining({ instanceId: 7 })];
    await expect.poll(() => screen.commands).toEqual([command]);
  });

  it('installs one if the person agrees, and connects as soon as it runs', async () => {
    screen.press = 'Install Remote - SSH';
    await connecting(true);
    // The person may have disabled it: installing it once more would not change that.
    const asked = [install, 'ms-vscode-remote.remote-ssh', { enable: true }];
    await expect.poll(() => screen.commands).toEqual([asked]);
    extensionsChanged.fire();
    provider = 'ms-vscode-remote.remote-ssh';
    extensionsChanged.fire();
    const again = ['gpuRental.connect', expect.objectContaining({ instanceId: 7 })];
    await expect.poll(() => screen.commands[1]).toEqual(again);
    expect(screen.shown).toHaveLength(1);
  });

  it('says why it can’t be installed, and leads on with what works', async () => {
    screen.press = 'Install Remote - SSH';
    screen.results[install] = Promise.reject(new Error('Extension not found.'));
    await connecting(true);
    await expect
      .poll(() => screen.shown[1])
      .toMatchObject({
        message: 'Remote - SSH can’t be installed here: Extension not found.',
        buttons: ['Open in Terminal', 'Copy SSH Command'],
      });
    expect(screen.commands).toHaveLength(1);
  });

  it('gives a program the entry', async () => {
    const entry = { alias: 'gpu-7', host: '203.0.113.7', port: 22, opened: false };
    expect(await connecting(false)).toEqual(entry);
    expect(screen.shown).toEqual([]);
  });

  it.each([
    ['vscode-insiders', 'ms-vscode-remote.remote-ssh'],
    ['cursor', 'anysphere.remote-ssh'],
    ['vscodium', 'jeanp413.open-remote-ssh'],
  ])('names the extension of the editor whose links begin with %s', (scheme, id) => {
    expect(usualSshExtension(scheme).id).toBe(id);
  });
});
