import type { CallStep } from '../../row';

export const templateFields = {
  name: 'Conformance $unique',
  image: 'ubuntu',
  docker_login_repo: '',
  docker_login_user: '',
  docker_login_pass: '',
};
export function template(fields: Record<string, unknown> = {}): CallStep {
  return {
    call: 'POST template/',
    body: { ...templateFields, ...fields },
    keep: { template: 'template.id', hash: 'template.hash_id' },
  };
}
