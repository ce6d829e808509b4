import { describe, it } from 'vitest';
import { allows, refuses } from './support/lint';

describe('the rule that what the service didn’t tell is never harmless', () => {
  it.each([
    'const price = instance.dph_total ?? 0;',
    'const price = instance.search?.totalHour || 0;',
    'const isIdle = (found?.gpu_util ?? 0) < 5;',
    'const { gpu_util: load = 0 } = found;',
    'const { gpu_util = 0 } = found;',
    'function end({ uptime_mins: uptime = 0 }) { return uptime; }',
    "const actual = instance.actual_status ?? '';",
    'const state = instance.cur_state || "";',
    'const isOn = intended_status ?? false;',
    'const rows = list?.instances ?? [];',
    'const rows = [...(state?.instances.values() ?? [])];',
    'const names = instances?.map(nameOf) ?? [];',
    'const ids = list?.instances?.filter(isOwn) || [];',
    'let { credit } = user; credit ??= 0;',
    'instance.storage_total_cost ||= 0;',
    'const { instances: told = [] } = volume;',
    'const cost = hourlyCost(instance).running ?? 0;',
  ])('refuses %s', (code) => refuses('unknown', code, 'src/domain/money/cost.ts'));

  it.each([
    'const price = instance.search?.totalHour ?? instance.dph_total;',
    'const { gpu_util: load } = found; const isIdle = load !== undefined && load < 5;',
    "const name = plainText(instance.label ?? '', 60);",
    'const { failures = 0 } = stop;',
    'const at = instance.start_date ?? NaN;',
    'const rows = list ? list.instances : undefined;',
  ])('allows %s', (code) => allows('unknown', code, 'src/domain/money/cost.ts'));

  it('counts in the whole source', () => {
    const code = 'const price = instance.dph_total ?? 0;';
    for (const file of ['extension.ts', 'api/client.ts', 'ask/notify.ts', 'webviews/shared/ui/host.ts'])
      refuses('unknown', code, `src/${file}`);
  });
});
