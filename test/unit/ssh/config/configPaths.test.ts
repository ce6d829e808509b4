import { describe, expect, it } from 'vitest';
import { includeArgument, resolveConfigFile } from '../../../../src/ssh/config/configPaths';

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
    const include = includeArgument(pathsIn('C:\\Users\\JO DOE\\.ssh'), homes, 'win32');
    expect(include).toBe('~/.ssh/gpu-rental/config');
    expect(includeArgument(pathsIn('C:\\Else where'), homes, 'win32')).toBe(
      '"C:/Else where/gpu-rental/config"',
    );
    const other = {
      configFile: '/Home/.ssh/config',
      ownConfig: '/Home/x/gpu-rental/config',
      knownHosts: '/Home/k',
    };
    expect(includeArgument(other, { home: '/home', passwordHome: '/home' }, 'linux')).toBe(
      '/Home/x/gpu-rental/config',
    );
  });
});
