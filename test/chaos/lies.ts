import type { Disturbed } from './faults';
import { filed } from './schedules';

const minute = 60_000;

/** Which requests are answered wrongly in a run: a list and an instance's own answer that agree would be the truth. */
export type Liars = 'lists' | 'single instances';

const members = [
  ...['actual_status', 'cur_state', 'intended_status', 'status_msg', 'gpu_util', 'start_date', 'uptime_mins'],
  ...['dph_total', 'storage_total_cost', 'label', 'ssh_host', 'ssh_port', 'ports', 'public_ipaddr'],
  ...['machine_id', 'num_gpus', 'gpu_name', 'is_bid', 'min_bid', 'end_date', 'duration', 'disk_space'],
] as const;

/** One answer, or a few, that say less or something else than they seem to. */
export async function lie({ draws, sandbox, note, liars }: Disturbed & { liars: Liars }): Promise<void> {
  const ids = await sandbox.instanceIds();
  const isOfOne = ids.length > 0 && (liars === 'single instances' || draws.chance(0.3));
  const foreign = ['gateway_404', 'empty_404', 'detail_404', 'session_expired'] as const;
  const own = liars === 'lists' ? ([] as const) : (['no_instance', 'no_instance'] as const);
  const pathEnd = isOfOne ? `/instances/${draws.pick(ids)}/` : '/instances/';
  const like = draws.pick(
    isOfOne
      ? [...foreign, ...own]
      : [...foreign, ...(liars === 'lists' ? (['empty_list', 'empty_list', 'empty_list'] as const) : [])],
  );
  const count = draws.integer(1, 2);
  note(`${count} times ${like} from ${pathEnd}`);
  await sandbox.failNext({ like, method: 'GET', pathEnd, count });
}

/** An answer about one act that seems to be about the instance. */
export async function lieToAct({ draws, sandbox, note }: Disturbed): Promise<void> {
  const like = draws.pick(['gateway_404', 'empty_404', 'detail_404', 'session_expired'] as const);
  const method = draws.pick(['PUT', 'DELETE']);
  note(`${like} to the next ${method}`);
  await sandbox.failNext({ like, method, path: '/instances/' });
}

/** What goes wrong with a second factor: the session is over, a gateway answers, or no message can be sent. */
export async function failFactors({ draws, sandbox, note }: Disturbed): Promise<void> {
  if (draws.chance(0.6)) {
    const like = draws.pick(['session_expired', 'session_expired', 'gateway_404', 'empty_404'] as const);
    note(`${like} to a second factor`);
    await sandbox.failNext({ like, path: '/tfa/' });
    return;
  }
  const fault = draws.pick(['twilio_error', 'service_unavailable', 'challenge_creation_failed'] as const);
  note(`${fault} for a second factor`);
  await sandbox.setTwoFactorFault(fault);
}

/** How hosts and the service start what is started next. */
export async function startOddly({ draws, sandbox, note }: Disturbed): Promise<void> {
  const behaviour = draws.pick(['created', 'given_up', 'error', 'good'] as const);
  const changes = {
    queuedStart: draws.pick(['waits', 'given_up', 'silent'] as const),
    restart: draws.pick(['exited', 'loading'] as const),
  };
  note(`the next host: ${behaviour}, queued starts: ${changes.queuedStart}, restarts: ${changes.restart}`);
  await sandbox.setHostBehaviour('next', behaviour);
  await sandbox.configure(changes);
}

/** The service leaves a member out of what it says of one instance, until all is right again. */
export async function leaveOut({ draws, sandbox, note }: Disturbed): Promise<void> {
  const ids = await sandbox.instanceIds();
  if (ids.length === 0) return;
  const [id, missing] = [draws.pick(ids), draws.pick(members)];
  note(`${id} comes without ${missing}`);
  await sandbox.showInstance(id, { without: [missing] });
}

/** The disk is full while something that was agreed to is carried out. */
export async function fillDiskAtStop({ computer, note }: Disturbed): Promise<void> {
  const { time, troubles } = computer;
  const times = [...(await filed(computer)).values()].flatMap(({ when }) =>
    when.kind === 'at' && when.at > time.now() && when.at < time.now() + 20 * minute ? [when.at] : [],
  );
  if (times.length === 0) return;
  await time.pass(Math.max(0, Math.min(...times) - time.now() - 10_000));
  note('the disk is full at the time of a stop');
  troubles.isDiskFull = true;
  await time.pass(2 * minute);
  troubles.isDiskFull = false;
  note('the disk is free');
}

export async function endLies({ sandbox }: Disturbed): Promise<void> {
  await sandbox.clearFailures();
  await sandbox.configure({ queuedStart: 'waits', restart: 'exited' });
  for (const id of await sandbox.instanceIds()) await sandbox.showInstance(id, null);
}
