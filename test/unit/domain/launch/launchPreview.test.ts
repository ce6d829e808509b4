import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { previewLaunch } from '../../../../src/domain/launch/launchPreview';

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
    const preview = previewLaunch(request, { ...template, env: '-e A=1 B=2' });
    for (const text of [preview.template, preview.result])
      expect(read(text)).toMatchObject({ 'env of the template': '-e A=1 B=2' });
  });

  it('shows what the template comes to alone and with the changes, by the names of the creation body', () => {
    expect(read(preview.template)).toEqual({
      template_hash_id: 'h',
      image: 'ubuntu:24.04',
      runtype: 'args',
      disk: 16,
      env: { A: '1', B: '2', '-p 80:80': '1' },
      image_login: '-u robin -p ••• ghcr.io',
      target_state: 'running',
    });
    expect(read(preview.result)).toEqual({
      template_hash_id: 'h',
      image: 'ubuntu:24.04',
      runtype: 'args',
      disk: 40,
      env: { A: '1', B: 'mine', '-p 80:80': '1', TOKEN: '${secret:TOKEN}' },
      image_login: '-u robin -p ••• ghcr.io',
      target_state: 'running',
      volume_info: request.volume_info,
    });
  });

  it('says of each line of the result where it comes from', () => {
    const lines = preview.result.split('\n');
    const told = [...preview.origins].map(([line, words]) => [lines[line]?.trim().split(':')[0], words]);
    expect(Object.fromEntries(told)).toEqual({
      image: 'template',
      runtype: 'template',
      disk: 'your change',
      A: 'template',
      B: 'your change',
      TOKEN: 'your change',
      '"-p 80': 'template',
      image_login: 'template',
      target_state: 'default',
      volume_info: 'your change',
    });
  });

  it('differs in what is different only', () => {
    const inTemplate = new Set(preview.template.split('\n'));
    const added = preview.result.split('\n').filter((line) => !inTemplate.has(line));
    expect(added.map((line) => line.trim().split(':')[0])).toEqual(['disk', 'B', 'TOKEN', 'volume_info']);
  });

  it('never shows a template’s volume as if it applied by itself', () => {
    expect(preview.template).not.toContain('/hint');
    expect(previewLaunch({ template_hash_id: 'h' }, template).result).not.toContain('volume');
  });
});
