import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { previewLaunch } from '../../../src/domain/launchPreview';

const template = {
  id: 1,
  hash_id: 'h',
  image: 'ubuntu',
  tag: '24.04',
  env: '-e A=1 -e B=2 -p 80:80',
  recommended_disk_space: 16,
  docker_login_user: 'robin',
  docker_login_repo: 'ghcr.io',
  volume_info: { volume_id: 3, mount_path: '/hint' },
};
const request = {
  template_hash_id: 'h',
  disk: 40,
  env: { B: 'mine', TOKEN: { secret: 'TOKEN' } },
  volume_info: { create_new: false, volume_id: 3, mount_path: '/data' },
};

const read = (text: string): unknown => parse(text);

describe('the preview of a launch', () => {
  const preview = previewLaunch(request, template);

  it('shows flags of the template that cannot be taken apart here as they are', () => {
    const preview = previewLaunch(request, { ...template, env: '--shm-size=1g -e A=1' });
    for (const text of [preview.template, preview.result])
      expect(read(text)).toMatchObject({ 'env, of the template': '--shm-size=1g -e A=1' });
  });

  it('shows what each comes to, as texts that can be read back', () => {
    expect(read(preview.template)).toMatchObject({
      image: 'ubuntu:24.04',
      disk: 16,
      'env.A': '1',
      'env.B': '2',
    });
    expect(read(preview.request)).toEqual({
      disk: 40,
      'env.B': 'mine',
      'env.TOKEN': '${secret:TOKEN}',
      template_hash_id: 'h',
      volume_info: request.volume_info,
    });
    expect(read(preview.result)).toMatchObject({
      image: 'ubuntu:24.04',
      disk: 40,
      'env.A': '1',
      'env.B': 'mine',
      'env.TOKEN': '${secret:TOKEN}',
      'env.-p 80:80': '1',
      image_login: '-u robin -p ••• ghcr.io',
      volume_info: request.volume_info,
      target_state: 'running',
    });
  });

  it('says of each line of the result where it comes from', () => {
    expect(preview.result).toContain('/* request */ "disk": 40,');
    expect(preview.result).toContain('/* template */ "env.A": "1",');
    expect(preview.result).toContain('/* request */ "env.B": "mine",');
    expect(preview.result).toMatch(/\/\* template, carried over \*\/ "image_login": /);
    expect(preview.result).toContain('/* default */ "target_state": "running",');
  });

  it('has the same line for the same value, so that only what is different stands out', () => {
    const inResult = new Set(preview.result.split('\n'));
    const differing = (text: string) => text.split('\n').filter((line) => !inResult.has(line));
    expect(differing(preview.template).map((line) => line.trim())).toEqual([
      '/* template */ "env.B": "2",',
      '/* template */ "disk": 16,',
    ]);
    expect(differing(preview.request)).toEqual([]);
  });

  it('never shows a template’s volume as if it applied by itself', () => {
    expect(preview.template).not.toContain('/hint');
    expect(previewLaunch({ template_hash_id: 'h' }, template).result).not.toContain('volume');
  });
});
