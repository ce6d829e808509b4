import { describe, expect, it } from 'vitest';
import {
  asOnDisk,
  includeArguments,
  isSamePath,
  resolveConfigFile,
} from '../../../../src/ssh/config/configPaths';

describe('resolveConfigFile', () => {
  const home = '/home/me';
  it.each([
    [{ gpuRentalSetting: '~/a', remoteSshSetting: '/b' }, '/home/me/a'],
    [{ gpuRentalSetting: '', remoteSshSetting: '/b' }, '/b'],
    [{ gpuRentalSetting: '  ', remoteSshSetting: ' ~/b c ' }, '/home/me/b c'],
    [{ remoteSshSetting: 'relative/config' }, '/home/me/relative/config'],
    [{ remoteSshSetting: '~other/config' }, '/home/me/~other/config'],
    [{}, '/home/me/.ssh/config'],
  ])('%j is %s', (settings, file) => expect(resolveConfigFile({ ...settings, home })).toBe(file));
});

describe('on Windows', () => {
  const home = 'C:\\Users\\Jo Doe';
  const env = { UserProfile: home, OneDrive: 'D:\\One' };
  it.each([
    ['%USERPROFILE%\\.ssh\\config', 'C:\\Users\\Jo Doe\\.ssh\\config'],
    ['%userprofile%/.ssh/other', 'C:\\Users\\Jo Doe\\.ssh\\other'],
    ['%OneDrive%\\ssh config', 'D:\\One\\ssh config'],
    ['~\\.ssh\\config', 'C:\\Users\\Jo Doe\\.ssh\\config'],
    ['%NoSuchThing%\\x', 'C:\\Users\\Jo Doe\\%NoSuchThing%\\x'],
    ['E:\\100%\\x', 'E:\\100%\\x'],
  ])('the setting %s means %s', (remoteSshSetting, file) =>
    expect(resolveConfigFile({ remoteSshSetting, home, platform: 'win32', env })).toBe(file),
  );

  it('a variable is expanded nowhere else', () =>
    expect(
      resolveConfigFile({ remoteSshSetting: '/a/%HOME%', home: '/h', platform: 'linux', env: { HOME: 'x' } }),
    ).toBe('/a/%HOME%'));

  const pathsIn = (folder: string) => ({
    configFile: `${folder}\\config`,
    ownConfig: `${folder}\\gpu-rental\\config`,
    knownHosts: `${folder}\\gpu-rental\\known_hosts`,
  });
  it('the home directory is the same in any letter case', () => {
    const homes = { home: 'c:\\users\\jo doe', passwordHome: home };
    const [include] = includeArguments(pathsIn('C:\\Users\\JO DOE\\.ssh'), homes, 'win32', {});
    expect(include).toBe('~/.ssh/gpu-rental/config');
    expect(includeArguments(pathsIn('C:\\Else where'), homes, 'win32', {})[0]).toBe(
      '"C:/Else where/gpu-rental/config"',
    );
    const other = {
      configFile: '/Home/.ssh/config',
      ownConfig: '/Home/x/gpu-rental/config',
      knownHosts: '/Home/k',
    };
    expect(includeArguments(other, { home: '/home', passwordHome: '/home' }, 'linux')).toEqual([
      '/Home/x/gpu-rental/config',
    ]);
  });

  const homes = { home: 'C:\\Users\\me', passwordHome: 'C:\\Users\\me' };
  it('our file is named without ~ where a variable HOME moves it, and still in every other form', () => {
    const usual = pathsIn('C:\\Users\\me\\.ssh');
    expect(includeArguments(usual, homes, 'win32', { HOME: 'D:\\work' })).toEqual([
      'C:/Users/me/.ssh/gpu-rental/config',
      '/c/Users/me/.ssh/gpu-rental/config',
      '~/.ssh/gpu-rental/config',
    ]);
  });

  it('a file below HOME has a form that begins there', () => {
    expect(includeArguments(pathsIn('D:\\work\\my ssh'), homes, 'win32', { HOME: 'D:\\work' })).toEqual([
      '"D:/work/my ssh/gpu-rental/config"',
      '"/d/work/my ssh/gpu-rental/config"',
      '"~/my ssh/gpu-rental/config"',
    ]);
  });

  it('the usual file has a form for Git’s ssh, which ignores a drive, and for one without ~', () => {
    expect(includeArguments(pathsIn('C:\\Users\\me\\.ssh'), homes, 'win32', {})).toEqual([
      '~/.ssh/gpu-rental/config',
      'C:/Users/me/.ssh/gpu-rental/config',
      '/c/Users/me/.ssh/gpu-rental/config',
    ]);
  });
});

describe.each(['linux', 'darwin'] as const)('on %s', (platform) => {
  it('HOME is what Node says, and one form is enough', () => {
    const paths = {
      configFile: '/home/me/.ssh/config',
      ownConfig: '/home/me/.ssh/gpu-rental/config',
      knownHosts: '/home/me/.ssh/gpu-rental/known_hosts',
    };
    const homes = { home: '/home/me', passwordHome: '/home/me' };
    expect(includeArguments(paths, homes, platform, { HOME: '/else' })).toEqual(['~/.ssh/gpu-rental/config']);
  });
});

describe('one file spelled in two ways', () => {
  it.each([
    ['win32', 'c:\\Users\\me\\config', 'C:\\users\\me\\config', true],
    ['win32', 'C:/Users/me/config', 'C:\\Users\\me\\config', true],
    ['darwin', '/Users/Me/config', '/users/me/config', true],
    ['darwin', '/Users/gr\u00f6\u00dfe', '/Users/gro\u0308\u00dfe', true],
    ['linux', '/home/Me/config', '/home/me/config', false],
  ] as const)('%s: %s and %s', (platform, one, other, same) =>
    expect(isSamePath(one, other, platform)).toBe(same),
  );

  it('gets the spelling of the disk, so that two windows write the same', () => {
    const disk = (): string => 'C:\\Users\\Me\\.ssh';
    expect(asOnDisk('c:\\users\\me\\.ssh\\config', disk, 'win32')).toBe('C:\\Users\\Me\\.ssh\\config');
    expect(asOnDisk('/users/me/.ssh/config', () => '/Users/me/.ssh', 'darwin')).toBe('/Users/me/.ssh/config');
  });

  it('keeps a link, and the path of a folder that is not there', () => {
    expect(asOnDisk('/home/me/.ssh/config', () => '/data/ssh', 'linux')).toBe('/home/me/.ssh/config');
    const missing = (): string => {
      throw new Error('ENOENT');
    };
    expect(asOnDisk('C:\\x\\config', missing, 'win32')).toBe('C:\\x\\config');
  });
});
