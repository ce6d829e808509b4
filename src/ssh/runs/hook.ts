import { isAlive, runVariable } from './supervisor';

/**
 * Starts the watch of a scheduled stop again, and the supervisors of runs that don't go on and haven't ended, or whose end
 * of the machine the service has just refused. It runs with each start of an instance that was rented for a run, and with each look of VS Code. What isn't known
 * to be refused was carried out, as by the restart itself, and isn't done again: a person may have started the machine since.
 */
export const hook = `
again="\${HOME:-/root}/.gpu-rental/stop"
[ ! -f "$again/watch" ] || setsid sh "$again/watch" "$again" </dev/null >/dev/null 2>>"$again/watch.log" &
cd "\${HOME:-/root}/.gpu-rental/runs" 2>/dev/null || exit 0
${isAlive}
for run in */; do
  run=\${run%/}
  [ -s "$run/state" ] || continue
  if alive "$run"; then continue; fi
  if grep -q '^phase=ended' "$run/state"; then [ -n "$(find "$run/refused" -mmin -10 2>/dev/null)" ] || continue; fi
  ${runVariable}=$run setsid sh "$run/supervise" "$PWD/$run" </dev/null >/dev/null 2>>"$run/supervisor.log" &
  supervisor=$! waits=0
  # One that has nothing to go on with notes the end and is gone.
  until alive "$run" || ! kill -0 $supervisor 2>/dev/null || [ $waits -ge 100 ]; do sleep 0.1; waits=$((waits + 1)); done
done
exit 0
`;
