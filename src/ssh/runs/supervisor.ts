import { api, times, works } from '../machineShell';

/** All that a run started has it in its environment, also what has left its process group, as debugpy does. */
export const runVariable = 'GPU_RENTAL_RUN';

/** Whether a run goes on: its supervisor or, without that, its job. */
export const isAlive = `
${works}
alive() {
  for who in pid:mark group:gmark; do
    number=$(sed -n "s/^\${who%:*}=//p" "$1/state") since=$(sed -n "s/^\${who#*:}=//p" "$1/state")
    if works "$number" "$since"; then return 0; fi
  done
  return 1
}
`;

/** Whether a run, by its folder, has a supervisor at work, and whether one of all runs is ending the machine. */
export const isEnding = `
${works}
at_work() {
  works "$(sed -n 's/^pid=//p' "$1/state" 2>/dev/null)" "$(sed -n 's/^mark=//p' "$1/state" 2>/dev/null)"
}
is_ending() {
  for _gpu_ending in ../*/ending; do
    [ -e "$_gpu_ending" ] && at_work "\${_gpu_ending%/ending}" && return 0
  done
  return 1
}
`;

/** `load` prints the highest load of any GPU in percent; nothing where it isn't known. */
export const load = `
load() {
  nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader,nounits 2>/dev/null |
    awk '!/^ *[0-9]+ *$/ { bad = 1 } { if ($1 + 0 > most) most = $1 + 0 } END { if (NR > 0 && !bad) print most + 0 }'
}
`;

/**
 * The program that watches a run on its machine, in plain POSIX sh, so that a run holds and ends without this computer.
 *
 * It is called with the folder of the run, which holds `setup` and `run` (shell scripts), `workdir`, `limit` (seconds),
 * `then` (keep, stop or destroy), `base` (the service's address) and `instance` (its id), and maybe `idle` (seconds
 * in which every GPU had a load below `below` percent), and maybe `resume`, a shell script, with `env`, its variables.
 * It keeps the limit from its start on, and begins once there is `go`. It writes `log` and, each time as a whole, `state`.
 * `stop` ends the run, as a limit does, and `ends` says that its job was sent a signal for that; `attended` says that a window looks at it, `fetched` that its results are safe, and `unfetched` that
 * nobody fetches them now. `busy` says that GPUs of another machine work for the run, and is taken away with each look at the load.
 *
 * The job has a process group of its own and the supervisor isn't in it, so that the end of the group doesn't take the
 * exit code along. A code is only written once the job has ended. Who watches a job needs no file, since the job may
 * fill the disk, and goes on without the supervisor.
 *
 * Started again, as by the hook after a restart, it goes on with `resume` for what is left of the limit. Without that it
 * notes that the run was interrupted, and ends the machine as agreed. `refused` says that an end was sent and that the
 * service has refused it: only then is it sent again.
 */
export const supervisor = `
cd "$1" || exit 1
umask 077
# One at a time, however many are started.
if command -v flock >/dev/null 2>&1; then exec 9> lock; flock -n 9 || exit 0; fi
field() { sed -n "s/^$1=//p" state; }
${times}
${isEnding}
_gpu_began=$(date +%s) _gpu_up0=$(up) _gpu_phase=starting _gpu_setup= _gpu_code= _gpu_why= _gpu_ended= _gpu_end= _gpu_group= _gpu_gmark= _gpu_resumes=0
rmdir ending 2>/dev/null
_gpu_mark=$(mark_of $$) _gpu_limit=$(cat limit) _gpu_idle=$(cat idle 2>/dev/null) _gpu_below=$(cat below 2>/dev/null)
say() {
  printf '%s\\n' "phase=$_gpu_phase" "began=$_gpu_began" "setup=$_gpu_setup" "code=$_gpu_code" "why=$_gpu_why" "ended=$_gpu_ended" "end=$_gpu_end" \\
    "pid=$$" "mark=$_gpu_mark" "group=$_gpu_group" "gmark=$_gpu_gmark" "resumes=$_gpu_resumes" > state.new && mv -f state.new state
}
# On a full disk, what was set aside makes room for the end, once nothing of the job writes any more.
head -c 16384 /dev/zero > spare
put() { say 2>/dev/null || { [ $_gpu_phase = ended ] && rm -f spare && say; }; }
# Busybox takes no \`--\`, and dash no other form after \`-s\`.
in_group() {
  kill -0 "-$1" 2>/dev/null || return 1
  # The dead that nobody has buried count for \`kill\`. Only who has read of all processes knows that no other one is there.
  [ "$(cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^.*) //' | awk -v group="$1" '$1 !~ /[ZX]/ && $3 == group { found = 1 } END { if (NR > 0 && !found) print "none" }' 2>/dev/null)" != none ]
}
lives() {
  kill -0 "$1" 2>/dev/null || return 1
  case $(sed 's/^.*) //' "/proc/$1/stat" 2>/dev/null) in [ZX]*) return 1 ;; esac
}
end_group() {
  kill -TERM "-$1" 2>/dev/null
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do in_group "$1" || return 0; sleep 1; done
  kill -KILL "-$1" 2>/dev/null
}
${load}# Notes what was spent of the limit, and tells the watchdog of the instance that a run goes on. A full disk is no reason to end.
tick() {
  _gpu_now=$(up)
  { : > ../../alive; echo $((_gpu_now - _gpu_up0)) > spent.new && mv -f spent.new spent; } 2>/dev/null
}
# Ends the job when it is time to, and exits with a number that says why.
watch() {
  _gpu_busy=$(up)
  while lives "$_gpu_group" || in_group "$_gpu_group"; do
    sleep 2
    tick
    _gpu_reason=0
    if [ -n "$_gpu_idle" ]; then
      _gpu_at=$(load)
      { rm busy 2>/dev/null || [ -z "$_gpu_at" ] || [ "$_gpu_at" -ge "$_gpu_below" ]; } && _gpu_busy=$_gpu_now
      [ $((_gpu_now - _gpu_busy)) -ge "$_gpu_idle" ] && _gpu_reason=12
    fi
    [ $((_gpu_now - _gpu_up0)) -ge "$_gpu_limit" ] && _gpu_reason=11
    [ -e stop ] && _gpu_reason=10
    # Until the job leads its group, a signal to that group reaches nothing.
    { [ $_gpu_reason -eq 0 ] || ! in_group "$_gpu_group"; } && continue
    trap '' TERM
    { : > ends; } 2>/dev/null
    end_group "$_gpu_group"
    exit $_gpu_reason
  done
  exit 0
}
job() {
  _gpu_shell=sh; command -v bash >/dev/null 2>&1 && _gpu_shell=bash
  # A login shell, for what start files set; they may change the folder.
  _gpu_W=$(cat workdir) setsid $_gpu_shell -lc 'cd -- "$_gpu_W" || exit 126; exec "$0" "$1"' $_gpu_shell "$PWD/$1" >> log 2>&1 </dev/null 9>&- &
  _gpu_group=$!
  (exec 9>&-; watch) &
  _gpu_watcher=$! _gpu_gmark=$(mark_of "$_gpu_group")
  put
  wait "$_gpu_group"
  _gpu_result=$?
  # What the job left running belongs to it.
  in_group "$_gpu_group" && end_group "$_gpu_group"
  kill "$_gpu_watcher" 2>/dev/null
  wait "$_gpu_watcher"
  case $? in 10) _gpu_why=stopped ;; 11) _gpu_why=limit ;; 12) _gpu_why=idle ;; esac
  _gpu_group= _gpu_gmark=
}
${api}# Another run of this machine, whose supervisor still works, and which goes on or waits for its results to be fetched.
others() {
  for _gpu_other in ../*/state; do
    [ "$_gpu_other" = "../\${PWD##*/}/state" ] && continue
    grep -q '^phase=ended' "$_gpu_other" 2>/dev/null && [ ! -e "\${_gpu_other%/state}/waiting" ] && continue
    at_work "\${_gpu_other%/state}" && return 0
  done
  return 1
}
# Ends the machine for this run, unless another one goes on or begins, which looks for \`ending\` once it is there itself.
take_end() {
  mkdir ending 2>/dev/null
  if others; then give_end_back; return 1; fi
}
give_end_back() { rmdir ending 2>/dev/null; }
# Whether the results of every run of this machine are safe.
are_here() {
  for _gpu_other in ../*/state; do [ -e "\${_gpu_other%/state}/fetched" ] || return 1; done
}
# The end that was agreed to. That of a run which was agreed to later, and ended later or not yet, holds where it does less.
agreed() {
  _gpu_then=$(cat then)
  for _gpu_other in ../*/go; do
    _gpu_other=\${_gpu_other%/go}
    _gpu_at=$(sed -n 's/^ended=//p' "$_gpu_other/state")
    [ "\${_gpu_at:-$_gpu_ended}" -ge "$_gpu_ended" ] || continue
    [ -n "$(find "$_gpu_other/instance" -newer instance)" ] || continue
    case $(cat "$_gpu_other/then")-$_gpu_then in keep-*) _gpu_then=keep ;; stop-destroy) _gpu_then=stop ;; esac
  done 2>/dev/null
  echo "$_gpu_then"
}
attended() { [ -n "$(find attended -mmin -2 2>/dev/null)" ]; }
# A window has seen the end, and its results are safe or nobody fetches them now.
settled() {
  [ -n "$(find attended -newer state 2>/dev/null)" ] && { [ -e fetched ] || [ -e unfetched ]; }
}
finish() {
  _gpu_waited=0
  while [ "$(cat then)" != keep ] && attended && ! settled && [ $_gpu_waited -lt 1800 ]; do
    sleep 2; _gpu_waited=$((_gpu_waited + 2)); tick
  done
  rm -f waiting
  _gpu_pause=5
  while :; do
    # The last one to end ends the machine.
    [ "$(cat then)" = keep ] || while ! take_end; do sleep 2; done
    case $(agreed) in
    keep) give_end_back; _gpu_end=kept; put; return ;;
    destroy) if are_here; then _gpu_end=destroying; else _gpu_end=stopping; fi ;;
    *) _gpu_end=stopping ;;
    esac
    put
    if [ $_gpu_end = destroying ]; then _gpu_answer=$(api DELETE '{}' 2>&1); else _gpu_answer=$(api PUT '{"state":"stopped"}' 2>&1); fi
    _gpu_failed=$?
    [ $_gpu_failed -eq 2 ] && { give_end_back; _gpu_end=nokey; put; return; }
    case $_gpu_answer in
    *'"success": true'* | *'"success":true'*) rm -f refused; [ $_gpu_end = stopping ] && _gpu_end=stopped || _gpu_end=destroyed; put; _gpu_pause=300 ;;
    *) give_end_back; : > refused; echo "The service refused to end the instance; trying again." >&2 ;;
    esac
    sleep $_gpu_pause
    [ $_gpu_pause -lt 60 ] && _gpu_pause=$((_gpu_pause * 2))
  done
}
: >> log
_gpu_again=
if [ -s state ]; then
  _gpu_began=$(field began) _gpu_setup=$(field setup) _gpu_code=$(field code) _gpu_why=$(field why) _gpu_ended=$(field ended)
  _gpu_resumes=$(field resumes) _gpu_again=$(field phase) _gpu_spent=$(cat spent 2>/dev/null)
  _gpu_phase=$_gpu_again _gpu_up0=$(($(up) - \${_gpu_spent:-0}))
  [ ! -e env ] || while read -r _gpu_name _gpu_value; do
    _gpu_value=$(printf '%s' "$_gpu_value" | base64 -d; echo .)
    export "$_gpu_name=\${_gpu_value%.}"
  done < env
  [ "$_gpu_again" = ended ] || { [ -s resume ] && [ -e go ]; } || _gpu_why=interrupted
  [ -n "$_gpu_why" ] || [ "$_gpu_again" != running ] || _gpu_resumes=$((\${_gpu_resumes:-0} + 1))
fi
put
while [ -z "$_gpu_why" ] && [ ! -e go ]; do
  sleep 0.1
  tick
  [ $((_gpu_now - _gpu_up0)) -ge "$_gpu_limit" ] && _gpu_why=limit
  [ -e stop ] && _gpu_why=stopped
done
if [ -z "$_gpu_why" ] && [ "$_gpu_again" = running ]; then
  job resume
  _gpu_code=$_gpu_result
elif [ -z "$_gpu_why" ]; then
  [ -n "$_gpu_again" ] || _gpu_began=$(date +%s)
  _gpu_phase=setup
  put
  if [ -s setup ]; then job setup; _gpu_setup=$_gpu_result; else _gpu_setup=0; fi
  if [ -z "$_gpu_why" ] && [ "$_gpu_setup" -eq 0 ]; then
    _gpu_phase=running
    job run
    _gpu_code=$_gpu_result
  fi
fi
if [ -z "$_gpu_why" ]; then [ "\${_gpu_setup:-0}" -eq 0 ] && _gpu_why=exit || _gpu_why=setup; fi
[ "$_gpu_phase" = ended ] || _gpu_ended=$(date +%s)
{ [ "$(cat then)" = keep ] || : > waiting; } 2>/dev/null
_gpu_phase=ended
put
finish
`;
