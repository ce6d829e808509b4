import { api, full, needsSetsid, put, times, works } from '../machineShell';
import { hook } from '../runs/hook';
import { quoted, readScript, type Remote } from '../transfer/remoteShell';

/** What the machine is told. */
export interface MachineOrder {
  /** Of the schedule: a newer one replaces it. */
  token: string;
  /** Seconds from now, because the machine's clock may differ. */
  seconds: number;
  /** The origin of the service that the instance belongs to. */
  base: string;
  instanceId: number;
}

const states = ['watching', 'sent', 'done', 'refused', 'nokey'] as const;

/** What the machine says of the stop that it was told. */
export interface MachineStop {
  /**
   * `sent`: the request is under way, or nobody knows what became of it; `refused`: it is sent again; `nokey`: the machine
   * can't ask the service; `none`: it has none, or nothing watches over it.
   */
  state: (typeof states)[number] | 'none';
  token?: string;
  /** Seconds until then, while it watches. */
  left?: number;
  /** Whether its program goes on. */
  isAlive: boolean;
}

const folder = '"$HOME"/.gpu-rental/stop';

/** What is noted of the watch; the newest token decides, whatever a watch of another one noted. */
const looking = `
${works}
field() { sed -n "s/^$1=//p" state 2>/dev/null; }
is_alive() { works "$(field pid)" "$(field mark)"; }
report() {
  printf 'token=%s\\n' "$(cat token 2>/dev/null)"
  [ "$(field token)" = "$(cat token 2>/dev/null)" ] || return 0
  printf 'state=%s\\nleft=%s\\n' "$(field state)" "$(($(cat at) - $(date +%s)))"
  if is_alive; then echo alive=yes; fi
}
`;

/**
 * The program that stops a machine at a time, in plain POSIX sh. It is called with its folder, which holds `token`, `at`
 * (epoch seconds of the machine), `base` and `instance`, and writes `state`. It ends once its token isn't there any more.
 *
 * Started again, as by the hook after a restart, it goes on. What was sent then isn't sent again unless the service has
 * just refused it, nor what came due before: a person may have started the machine since.
 */
const watch = `
cd "$1" || exit 1
umask 077
${looking}
${times}
${api}
_gpu_token=$(cat token 2>/dev/null)
[ -n "$_gpu_token" ] || exit 0
newest() { [ "$(cat token 2>/dev/null)" = "$_gpu_token" ]; }
if [ "$(field token)" = "$_gpu_token" ] && is_alive; then exit 0; fi
# One at a time. The one before has a moment to see that its token is gone.
if command -v flock >/dev/null 2>&1; then
  exec 9> lock
  _gpu_tries=0
  until flock -n 9; do
    [ $_gpu_tries -lt 50 ] || exit 0
    sleep 0.2 9>&-
    _gpu_tries=$((_gpu_tries + 1))
  done
fi
newest || exit 0
_gpu_mark=$(mark_of $$) _gpu_before= _gpu_left=$(($(cat at) - $(date +%s)))
[ "$(field token)" = "$_gpu_token" ] && _gpu_before=$(field state)
case $_gpu_before in
sent | done) exit 0 ;;
refused) [ -n "$(find state -mmin -10 2>/dev/null)" ] || exit 0 ;;
watching) [ $_gpu_left -gt 0 ] || exit 0 ;;
esac
say() { printf '%s\\n' "state=$1" "token=$_gpu_token" "pid=$$" "mark=$_gpu_mark" > state.new && mv -f state.new state; }
can_ask || { say nokey; exit 0; }
[ "$_gpu_before" = refused ] || say watching
# In short steps: it ends soon after its token is gone.
sleep_for() {
  _gpu_from=$(up)
  while [ $(($(up) - _gpu_from)) -lt "$1" ]; do
    newest || exit 0
    sleep 1 9>&-
  done
}
sleep_for $_gpu_left
_gpu_pause=5
while newest; do
  # Without the note, a start of the machine would send it once more.
  say sent || { sleep_for 60; continue; }
  _gpu_answer=$(api PUT '{"state":"stopped"}' 9>&- 2>&1)
  case $?:$_gpu_answer in
  2:*) say nokey; exit 0 ;;
  0:*'"success": true'* | 0:*'"success":true'*) say done; exit 0 ;;
  # Else nobody knows whether it was carried out.
  0:*) say refused ;;
  esac
  sleep_for $_gpu_pause
  [ $_gpu_pause -lt 60 ] && _gpu_pause=$((_gpu_pause * 2))
done
`;

/** Tells the machine when to stop itself, in place of what it was told before. @throws LocalError, CancelledError */
export async function sendStop(
  remote: Remote,
  { token, seconds, base, instanceId }: MachineOrder,
  signal: AbortSignal,
): Promise<MachineStop> {
  const script = `
${needsSetsid}
umask 077
${full}
mkdir -p ${folder} && cd ${folder} || full
${looking}
if [ "$(cat token 2>/dev/null)" = ${quoted(token)} ]; then case $(field state) in sent | done) report; exit 0 ;; esac; fi
rm -f token
# One that waits for an answer of the service would take long to see that.
if is_alive; then kill "$(field pid)"; fi
rm -f state
${put('watch', watch)}${put('hook', hook)}mv -f hook ../hook || full
{
  printf '%s' $(($(date +%s) + ${Math.ceil(seconds)})) > at &&
  printf '%s' ${quoted(base)} > base &&
  printf '%s' ${instanceId} > instance &&
  printf '%s' ${quoted(token)} > token.new && mv -f token.new token
} || full
set -- ${folder}
setsid sh "$1/watch" "$1" </dev/null >/dev/null 2>>watch.log &
waits=0
until [ "$(field token)" = ${quoted(token)} ] || [ $waits -ge 240 ]; do sleep 0.05; waits=$((waits + 1)); done
report`;
  return readReport(await readScript(remote, script, { signal }));
}

/** Takes back what the machine was told; another one's token stays. @throws LocalError, CancelledError */
export async function takeBackStop(remote: Remote, token: string, signal: AbortSignal): Promise<MachineStop> {
  const script = `
cd ${folder} 2>/dev/null || exit 0
${looking}
[ "$(cat token 2>/dev/null)" != ${quoted(token)} ] || rm -f token || exit 1
report`;
  return readReport(await readScript(remote, script, { signal }));
}

/** @throws LocalError, CancelledError */
export async function lookAtStop(remote: Remote, signal: AbortSignal): Promise<MachineStop> {
  const script = `cd ${folder} 2>/dev/null || exit 0\n${looking}\nreport`;
  return readReport(await readScript(remote, script, { signal }));
}

function readReport(text: string): MachineStop {
  const facts = new Map(text.split('\n').map((line) => [line.split('=')[0], line.split('=')[1]] as const));
  const isAlive = facts.get('alive') === 'yes';
  const said = states.find((one) => one === facts.get('state'));
  const token = facts.get('token');
  if (!token || !said || (said === 'watching' && !isAlive)) return { state: 'none', isAlive };
  const left = Number(facts.get('left') || NaN);
  return { state: said, token, isAlive, ...(said === 'watching' && !Number.isNaN(left) ? { left } : {}) };
}
