import * as vscode from 'vscode';
import { limitWords } from '../../ask/budgetWords';
import { keepAgreed } from '../../ask/confirmSpending';
import { instanceName } from '../../ask/instanceName';
import { showInfo, showWarning, showWith } from '../../ask/notify';
import { shortTime } from '../../ask/timeWords';
import { formatList, formatSentences } from '../../domain/format';
import { type Budget, passedLimits, stopBefore } from '../../domain/money/budget';
import { hourlyCost } from '../../domain/money/rate';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { Log } from '../../log/log';
import type { AccountStore } from '../../stores/account/accountStore';
import { spendingPlan, type SpendingPlanStores } from '../../stores/money/spendingPlan';
import type { ScheduledStops } from '../../stores/stops/scheduledStops';
import { scheduleStop } from '../instances/instanceButtons';

export interface BudgetStores extends SpendingPlanStores {
  accounts: Pick<AccountStore, 'active'>;
  scheduledStops: Pick<ScheduledStops, 'known' | 'schedule'>;
  log: Log;
}

/**
 * Says what a budget that was just set means for what runs: it stops nothing by itself. Offers to schedule the stops that
 * keep to it.
 */
export async function tellBudget(stores: BudgetStores, budget: Budget): Promise<void> {
  const { accounts, instances, scheduledStops, clock } = stores;
  const { active } = accounts;
  if (!active || instances.state.accountId !== active.id) return;
  const running = [...instances.state.instances.values()].filter((one) => lifecycleOf(one).can.stop);
  const [first] = running;
  if (!first) return;
  const planned = running.map((one) => ({ id: one.id, rate: hourlyCost(one).running }));
  const limits = passedLimits(budget, spendingPlan(stores, active.id, planned));
  if (limits.length === 0) return;
  const now = clock.now();
  const names = formatList(running.map(instanceName));
  const text = formatSentences([
    vscode.l10n.t('{0}: a budget stops nothing that already runs.', names),
    ...limits.map((limit) => limitWords(limit, now)),
  ]);
  const known = scheduledStops.known(active.id);
  const open = running.filter(({ id }) => !known.has(id));
  const stopAt = stopBefore(limits, now);
  const isReached = limits.some(({ at }) => at !== undefined && at <= now);
  const stopThen =
    stopAt === undefined || open.length === 0
      ? []
      : [
          {
            title: vscode.l10n.t('Stop at {0}', shortTime(stopAt, now)),
            run: async () => {
              // The notice may have stood there for long.
              if (stopAt <= clock.now()) return tellBudget(stores, budget);
              for (const { id } of open) await keepAgreed(stores, active.id, id, { stopAt });
            },
          },
        ];
  await showWith(isReached ? showWarning : showInfo, text, [...stopThen, scheduleStop(first)]);
}
