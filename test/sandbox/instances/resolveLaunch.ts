import { DEFAULT_DISK, DEFAULT_RUNTYPE, MAX_ONSTART } from '../choices';
import { invalidArgs } from '../serviceError';
import { parseDockerFlags } from '../templates/dockerFlags';
import type { Template, TemplateContent } from '../templates/template';
import type { CreationRequest } from './creationRequest';
import type { Launch } from './launch';
import { mountOf } from './portMapping';
import type { Runtype } from './runtypes';

/**
 * Puts request and template together (specification, Template, precedence): a scalar of the request overrides
 * the template's; `env` and `extra_filters` are merged by key, the request winning; the template's registry
 * credentials carry over.
 * @throws ServiceError 400 when the outcome is not valid
 */
export function resolveLaunch(request: CreationRequest, template: Template | undefined): Launch {
  const base = template === undefined ? undefined : launchOfTemplate(template.content);
  const onstart = request.onstart ?? base?.onstart;
  if (onstart !== undefined && Array.from(onstart).length > MAX_ONSTART) {
    throw invalidArgs(`onstart: more than ${MAX_ONSTART} characters`);
  }
  const env = { ...base?.env, ...request.env };
  const args = request.args_str ?? request.args?.join(' ');
  return {
    image: request.image ?? base?.image ?? '',
    label: request.label,
    disk: request.disk ?? base?.disk ?? DEFAULT_DISK,
    runtype: request.runtype ?? base?.runtype ?? (args ? 'args' : DEFAULT_RUNTYPE),
    targetState: request.target_state ?? 'running',
    price: request.price,
    env,
    onstart,
    argsStr: args ?? base?.argsStr,
    useJupyterLab: request.use_jupyter_lab ?? base?.useJupyterLab ?? false,
    jupyterDir: request.jupyter_dir ?? base?.jupyterDir,
    pythonUtf8: request.python_utf8 ?? false,
    langUtf8: request.lang_utf8 ?? false,
    imageLogin: request.image_login ?? base?.imageLogin,
    cancelUnavail: request.cancel_unavail ?? false,
    vm: request.vm ?? false,
    volume: volumeOf(request, env),
    extraFilters: { ...base?.extraFilters, ...request.extra_filters },
    template: template && { id: template.id, hashId: template.hashId, name: template.content.name },
  };
}

/** The volume of `volume_info`, or else the one that `env` mounts by a flag. */
function volumeOf(
  { volume_info: info }: CreationRequest,
  env: Readonly<Record<string, string>>,
): Launch['volume'] {
  const [mount] = Object.keys(env).flatMap((name) => mountOf(name) ?? []);
  if (info === undefined) return mount && { ...mount, createNew: false, size: undefined };
  return {
    createNew: info.create_new ?? false,
    volumeId: info.volume_id,
    size: info.size,
    name: info.name,
    mountPath: info.mount_path,
  };
}

function launchOfTemplate(content: TemplateContent) {
  const { docker_login_repo: repo, docker_login_user: user, docker_login_pass: password } = content;
  return {
    image: withTag(content.image, content.tag),
    disk: content.recommended_disk_space,
    runtype: runtypeOf(content),
    env: parseDockerFlags(content.env) ?? {},
    onstart: content.onstart || undefined,
    argsStr: content.args_str || undefined,
    useJupyterLab: content.use_jupyter_lab,
    jupyterDir: content.jupyter_dir ?? undefined,
    imageLogin: user === '' ? undefined : `-u ${user} -p ${password} ${repo}`,
    extraFilters: content.extra_filters,
  };
}

/** The image with the template's tag, unless it names one itself (after the last slash: a port is no tag). */
function withTag(image: string, tag: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1);
  return name.includes(':') || name.includes('@') || tag === '' ? image : `${image}:${tag}`;
}

function runtypeOf({ runtype, ssh_direct: sshDirect, jup_direct: jupyterDirect }: TemplateContent): Runtype {
  if (runtype === 'ssh') return sshDirect ? 'ssh_direct' : 'ssh_proxy';
  if (runtype === 'jupyter') return jupyterDirect ? 'jupyter_direct' : 'jupyter_proxy';
  return 'args';
}
