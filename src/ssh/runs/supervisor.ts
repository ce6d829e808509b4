/** All that a run started has it in its environment, also what has left its process group, as debugpy does. */
export const runVariable = 'GPU_RENTAL_RUN';

/**
 * Whether a run goes on: its supervisor or, without that, its job. Not what has their numbers since, and nothing dead that
 * nobody has buried.
 */
export const isAlive = `
works() {
  case $(cut -d' ' -f3,22 "/proc/$1/stat" 2>/dev/null) in [ZX]*) return 1 ;; *" $2") kill -0 "$1" 2>/dev/null ;; *) return 1 ;; esac
}
alive() {
  for who in pid:mark group:gmark; do
    number=$(sed -n "s/^\${who%:*}=//p" "$1/state") since=$(sed -n "s/^\${who#*:}=//p" "$1/state")
    if works "$number" "$since"; then return 0; fi
  done
  return 1
}
`;

/**
 * The program that watches a run on its machine, in plain POSIX sh, so that a run holds and ends without this computer.
 *
 * It is called with the folder of the run, which holds `setup` and `run` (shell scripts), `workdir`, `limit` (seconds),
 * `then` (keep, stop or destroy), `base` (the service's address) and `instance` (its id), and maybe `idle` (seconds
 * in which every GPU had a load below `below` percent), and maybe `resume`, a shell script, with `env`, its variables.
 * It keeps the limit from its start on, and begins once there is `go`. It writes `log` and, each time as a whole, `state`.
 * `stop` ends the run; `attended` says that a window looks at it, `fetched` that its results are safe, and `unfetched` that
 * nobody fetches them now.
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
up() { cut -d. -f1 /proc/uptime 2>/dev/null || date +%s; }
mark_of() { cut -d' ' -f22 "/proc/$1/stat" 2>/dev/null; }
began=$(date +%s) up0=$(up) phase=starting setup= code= why= ended= end= group= gmark= resumes=0
mark=$(mark_of $$) limit=$(cat limit) idle=$(cat idle 2>/dev/null) below=$(cat below 2>/dev/null)
say() {
  printf '%s\\n' "phase=$phase" "began=$began" "setup=$setup" "code=$code" "why=$why" "ended=$ended" "end=$end" \\
    "pid=$$" "mark=$mark" "group=$group" "gmark=$gmark" "resumes=$resumes" > state.new && mv -f state.new state
}
# On a full disk, what was set aside makes room for the end, once nothing of the job writes any more.
head -c 16384 /dev/zero > spare
put() { say 2>/dev/null || { [ $phase = ended ] && rm -f spare && say; }; }
# Busybox takes no \`--\`, and dash no other form after \`-s\`.
in_group() { kill -0 "-$1" 2>/dev/null; }
end_group() {
  kill -TERM "-$1" 2>/dev/null
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do in_group "$1" || return 0; sleep 1; done
  kill -KILL "-$1" 2>/dev/null
}
# The highest load of any GPU in percent; nothing where it isn't known.
load() {
  nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader,nounits 2>/dev/null |
    awk '!/^ *[0-9]+ *$/ { bad = 1 } { if ($1 + 0 > most) most = $1 + 0 } END { if (NR > 0 && !bad) print most + 0 }'
}
# Notes what was spent of the limit, and tells the watchdog of the instance that a run goes on. A full disk is no reason to end.
tick() {
  now=$(up)
  { : > ../../alive; echo $((now - up0)) > spent.new && mv -f spent.new spent; } 2>/dev/null
}
# Ends the job when it is time to, and exits with a number that says why.
watch() {
  busy=$(up)
  while kill -0 "$group" 2>/dev/null || in_group "$group"; do
    sleep 2
    tick
    reason=0
    if [ -n "$idle" ]; then
      at=$(load)
      { [ -z "$at" ] || [ "$at" -ge "$below" ]; } && busy=$now
      [ $((now - busy)) -ge "$idle" ] && reason=12
    fi
    [ $((now - up0)) -ge "$limit" ] && reason=11
    [ -e stop ] && reason=10
    [ $reason -eq 0 ] && continue
    trap '' TERM
    end_group "$group"
    exit $reason
  done
  exit 0
}
job() {
  shell=sh; command -v bash >/dev/null 2>&1 && shell=bash
  # A login shell, for what start files set; they may change the folder.
  W=$(cat workdir) setsid $shell -lc 'cd -- "$W" || exit 126; exec "$0" "$1"' $shell "$PWD/$1" >> log 2>&1 </dev/null 9>&- &
  group=$!
  (exec 9>&-; watch) &
  watcher=$! gmark=$(mark_of "$group")
  put
  wait "$group"
  result=$?
  # What the job left running belongs to it.
  in_group "$group" && end_group "$group"
  kill "$watcher" 2>/dev/null
  wait "$watcher"
  case $? in 10) why=stopped ;; 11) why=limit ;; 12) why=idle ;; esac
  group= gmark=
}
api() {
  key=\${CONTAINER_API_KEY:-$(tr '\\0' '\\n' < /proc/1/environ 2>/dev/null | sed -n 's/^CONTAINER_API_KEY=//p')}
  [ -n "$key" ] || return 2
  url=$(cat base)/api/v0/instances/$(cat instance)/
  # The key stands in no argument: others could read it.
  if command -v curl >/dev/null 2>&1; then
    printf 'header = "Authorization: Bearer %s"\\nheader = "Content-Type: application/json"\\n' "$key" |
      curl -sS -m 30 -K - -X "$1" --data "$2" "$url"
  elif command -v python3 >/dev/null 2>&1; then
    printf '%s' "$key" | python3 -c '
import sys, urllib.request
headers = {"Authorization": "Bearer " + sys.stdin.read(), "Content-Type": "application/json"}
request = urllib.request.Request(sys.argv[3], sys.argv[2].encode(), headers, method=sys.argv[1])
print(urllib.request.urlopen(request, timeout=30).read().decode())' "$1" "$2" "$url"
  else
    return 2
  fi
}
# Another run of this machine, whose supervisor still works.
others() {
  for other in ../*/state; do
    [ "$other" = "../\${PWD##*/}/state" ] && continue
    grep -q '^phase=ended' "$other" 2>/dev/null && continue
    # After a restart another process may have its number.
    pid=$(sed -n 's/^pid=//p' "$other" 2>/dev/null)
    [ "$(mark_of "$pid")" = "$(sed -n 's/^mark=//p' "$other" 2>/dev/null)" ] && kill -0 "$pid" 2>/dev/null && return 0
  done
  return 1
}
attended() { [ -n "$(find attended -mmin -2 2>/dev/null)" ]; }
# A window has seen the end, and its results are safe or nobody fetches them now.
settled() {
  [ -n "$(find attended -newer state 2>/dev/null)" ] && { [ -e fetched ] || [ -e unfetched ]; }
}
finish() {
  waited=0
  while [ "$(cat then)" != keep ] && attended && ! settled && [ $waited -lt 1800 ]; do
    sleep 2; waited=$((waited + 2)); tick
  done
  pause=5
  while :; do
    # The last one to end ends the machine.
    [ "$(cat then)" != keep ] && while others; do sleep 2; done
    case $(cat then) in
    keep) end=kept; put; return ;;
    destroy) if [ -e fetched ]; then end=destroying; else end=stopping; fi ;;
    *) end=stopping ;;
    esac
    put
    if [ $end = destroying ]; then answer=$(api DELETE '{}' 2>&1); else answer=$(api PUT '{"state":"stopped"}' 2>&1); fi
    failed=$?
    [ $failed -eq 2 ] && { end=nokey; put; return; }
    case $answer in
    *'"success": true'* | *'"success":true'*) rm -f refused; [ $end = stopping ] && end=stopped || end=destroyed; put; pause=300 ;;
    *) : > refused; echo "The service refused to end the instance; trying again." >&2 ;;
    esac
    sleep $pause
    [ $pause -lt 60 ] && pause=$((pause * 2))
  done
}
: >> log
again=
if [ -s state ]; then
  began=$(field began) setup=$(field setup) code=$(field code) why=$(field why) ended=$(field ended)
  resumes=$(field resumes) again=$(field phase) spent=$(cat spent 2>/dev/null)
  phase=$again up0=$(($(up) - \${spent:-0}))
  [ ! -e env ] || while read -r name value; do
    value=$(printf '%s' "$value" | base64 -d; echo .)
    export "$name=\${value%.}"
  done < env
  [ "$again" = ended ] || { [ -s resume ] && [ -e go ]; } || why=interrupted
fi
put
while [ -z "$why" ] && [ ! -e go ]; do
  sleep 0.1
  tick
  [ $((now - up0)) -ge "$limit" ] && why=limit
  [ -e stop ] && why=stopped
done
if [ -z "$why" ] && [ "$again" = running ]; then
  resumes=$((\${resumes:-0} + 1))
  job resume
  code=$result
elif [ -z "$why" ]; then
  [ -n "$again" ] || began=$(date +%s)
  phase=setup
  put
  if [ -s setup ]; then job setup; setup=$result; else setup=0; fi
  if [ -z "$why" ] && [ "$setup" -eq 0 ]; then
    phase=running
    job run
    code=$result
  fi
fi
if [ -z "$why" ]; then [ "\${setup:-0}" -eq 0 ] && why=exit || why=setup; fi
[ "$phase" = ended ] || ended=$(date +%s)
phase=ended
put
finish
`;

/**
 * Starts the supervisors of runs again that don't go on and haven't ended, or whose end of the machine the service has just
 * refused. It runs with each start of an instance that was rented for a run, and with each look of VS Code. What isn't known
 * to be refused was carried out, as by the restart itself, and isn't done again: a person may have started the machine since.
 */
export const hook = `
cd "\${HOME:-/root}/.gpu-rental/runs" 2>/dev/null || exit 0
${isAlive}
for run in */; do
  run=\${run%/}
  [ -s "$run/state" ] || continue
  if alive "$run"; then continue; fi
  if grep -q '^phase=ended' "$run/state"; then [ -n "$(find "$run/refused" -mmin -10 2>/dev/null)" ] || continue; fi
  ${runVariable}=$run setsid sh "$run/supervise" "$PWD/$run" </dev/null >/dev/null 2>>"$run/supervisor.log" &
  for _ in 1 2 3 4 5 6 7 8 9 10; do if alive "$run"; then break; fi; sleep 0.3; done
done
exit 0
`;
