import { quoted } from '../transfer/remoteShell';

/** One of the other machines of a sweep, as the first one reaches it. */
export interface SweepHost {
  /** Its alias. */
  name: string;
  address: string;
  port: number;
  user: string;
}

/** Goes to the folder of a sweep, on each of its machines. */
export const inSweep = (id: string): string => `cd && cd .gpu-rental/sweeps/${quoted(id)}`;

/** Below the folder that is sent: what the jobs leave, and what the engine notes of them. */
export const sweepResults = (id: string): string => `sweep-${id}`;

/** Marks the key of a sweep, which its machines trust until its end. */
export const keyMark = (id: string): string => `gpu-rental-sweep-${id}`;

/**
 * Runs one job, by its number, and ends with 0 once the job has ended, whatever its own exit code, which is the last line
 * of the standard error: the engine tries again what ends otherwise, as a lost connection does. Where a program of the
 * sweep waits for jobs, that one runs it, since it has the task's variables, and ends with its machine's run.
 */
export const jobScript = `
cd "\${0%/*}" || exit 71
if [ -p in ] && [ "$GPU_RENTAL_SERVES" != "$PWD" ]; then
  _gpu_out=out.$1.$$
  mkfifo "$_gpu_out" || exit 71
  trap 'rm -f "$_gpu_out"' EXIT
  echo "$1 $_gpu_out" > in
  cat "$_gpu_out"
  _gpu_code=$(cat "$_gpu_out.code" 2>/dev/null)
  [ -n "$_gpu_code" ] || exit 72
  rm -f "$_gpu_out.code"
else
  _gpu_n=$1 _gpu_results=$(cat results)/results/$1
  mkdir -p "$_gpu_results" || exit 71
  _gpu_shell=sh; command -v bash >/dev/null 2>&1 && _gpu_shell=bash
  ( eval "$(sed -n "\${_gpu_n}p" jobs | base64 -d)"
    export GPU_RENTAL_JOB="$_gpu_n" GPU_RENTAL_RESULTS="$_gpu_results"
    _gpu_task=$PWD/task
    [ -s resume ] && [ -e "$_gpu_results/.begun" ] && _gpu_task=$PWD/resume
    : > "$_gpu_results/.begun"
    rm -f "$_gpu_results/.ended"
    cd "$(cat workdir)" && exec $_gpu_shell "$_gpu_task" ) </dev/null 2>&1
  _gpu_code=$?
  ( cd "$_gpu_results" && find . -type f ! -name '.ended*' ! -name '*
*' > .ended.new && mv -f .ended.new .ended )
fi
echo "exit=$_gpu_code" >&2
exit 0
`;

/** Whether all files that a job has left are in a folder. GNU parallel doesn't ask how bringing them went. */
export const arrivedFunction = `arrived() {
  [ -e "$1/.ended" ] && ( cd "$1" && while IFS= read -r _gpu_one; do [ -e "$_gpu_one" ] || exit 1; done < .ended )
}`;

/**
 * What the run of every other machine does: it has jobs run that the first machine sends, one after the other, until there
 * is a file `end`. Without a sign of life from it for a quarter of an hour, it ends by itself.
 */
export const serveScript = (id: string): string => `
${inSweep(id)} || exit 71
rm -f in ready; mkfifo in || exit 71
: > beat; : > ready
export GPU_RENTAL_SERVES="$PWD"
( while [ ! -e end ] && [ -n "$(find beat -mmin -15 2>/dev/null)" ]; do sleep 2; done; echo end > in ) &
while read -r _gpu_n _gpu_out < in; do
  [ "$_gpu_n" = end ] && break
  { sh ./job "$_gpu_n" 2>"$_gpu_out.said"; sed -n 's/^exit=//p' "$_gpu_out.said" > "$_gpu_out.code"; rm -f "$_gpu_out.said"; } > "$_gpu_out"
done
rm -f in ready
cd && [ -f .ssh/authorized_keys ] && sed -i '/ ${keyMark(id)}$/d' .ssh/authorized_keys
exit 0
`;

const sshOptions = [
  'IdentityFile key',
  'IdentitiesOnly yes',
  'UserKnownHostsFile known_hosts',
  'StrictHostKeyChecking yes',
  'BatchMode yes',
  'ConnectTimeout 20',
  'ServerAliveInterval 15',
  'ServerAliveCountMax 4',
  'LogLevel ERROR',
];

/** The ssh config with which the first machine reaches the others. Its relative paths are those of the sweep's folder. */
export const hostsConfig = (hosts: readonly SweepHost[]): string =>
  [
    ...hosts.flatMap(({ name, address, port, user }) => [
      `Host ${name}`,
      `  HostName ${address}`,
      `  Port ${port}`,
      `  User ${user}`,
      `  HostKeyAlias ${name}`,
    ]),
    'Host *',
    ...sshOptions.map((line) => `  ${line}`),
    '',
  ].join('\n');

/**
 * Says on the first machine that the others have no more jobs, and leaves nothing to log in to them with. A machine that
 * goes down isn't the end of its run: it may come back, or another one may take its place.
 */
const tellEnd = (id: string, hosts: readonly string[], serves = false): string => `
_gpu_run="\${0%/*}"
is_ended() { [ "$1" -le 128 ] || [ -e "$_gpu_run/ends" ]; }
tell_end() {
  ${inSweep(id)} || return
  trap '' TERM
  ${serves ? ': > end' : ''}
  for _gpu_one in ${hosts.join(' ')}; do ssh -F config "$_gpu_one" "${inSweep(id)} && : > end" </dev/null >/dev/null 2>&1 & done
  wait
  rm -f key
}`;

/** The set-up of the first machine. Where it fails, the others don't wait for it. */
export const setupScript = (id: string, hosts: readonly string[], setup: string): string =>
  setup.trim() === ''
    ? ''
    : `${tellEnd(id, hosts)}
trap '_gpu_code=$?; [ $_gpu_code -eq 0 ] || ! is_ended $_gpu_code || (tell_end); exit $_gpu_code' EXIT
${setup}
`;

/**
 * What the run of the first machine does: GNU parallel gives the jobs to the machines that are ready, the first one
 * included, and tries a job again elsewhere whose machine was lost. Called again, it goes on where it was.
 *
 * @param every seconds between two looks at the other machines, at least 3: GNU parallel doesn't see a list of machines that
 * is written again within two @param pause after a machine wasn't reached
 * @param serves a program of this machine waits for jobs, too: it took the place of the first one
 */
export const engineScript = (
  id: string,
  hosts: readonly string[],
  { every = 10, pause = 30, serves = false }: { every?: number; pause?: number; serves?: boolean } = {},
): string => `
${inSweep(id)} || exit 71
${tellEnd(id, hosts, serves)}
_gpu_code=0 _gpu_S=$PWD _gpu_F=$(cat results) _gpu_there="${inSweep(id)}" _gpu_hosts='${hosts.join(' ')}'
mkdir -p "$_gpu_F/results" || exit 71
if ! command -v parallel >/dev/null 2>&1 || ! command -v rsync >/dev/null 2>&1; then
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y parallel rsync; } >&2 ||
    { echo 'GNU parallel and rsync are missing, and could not be installed.' >&2; tell_end; exit 69; }
fi
# Paths of the config are those of this folder, and all others begin at the home folder, whatever a login begins with. A
# machine that isn't reached gets its next job only once it would have been taken off the list.
printf '#!/bin/sh\ncd "%s" && host=$1 && shift && { [ "$1" != -- ] || shift; } && ssh -F config "$host" "cd && $*"\ncode=$?; [ $code -ne 255 ] || sleep ${pause}; exit $code\n' "$_gpu_S" > ssh && chmod 700 ssh
trap 'kill $_gpu_looks 2>/dev/null; cd "$_gpu_S" && { ! is_ended 143 || tell_end; }; exit 143' TERM
look() {
  { ${serves ? ': > beat; [ ! -e ready ] || ' : ''}echo 1/:; for _gpu_one in $_gpu_hosts; do
    ssh -F config "$_gpu_one" "$_gpu_there && : > beat && [ -e ready ]" </dev/null >/dev/null 2>&1 && echo "1/$_gpu_one" &
  done; wait; } | sort > hosts.new
  cmp -s hosts.new hosts || mv -f hosts.new hosts
}
# It takes machines that come later only if it begins with one.
_gpu_waits=0
while look; [ -n "$_gpu_hosts" ] && [ "$(wc -l < hosts)" -lt 2 ] && [ $_gpu_waits -lt 600 ]; do sleep 1; _gpu_waits=$((_gpu_waits + 1)); done
while sleep ${every}; do look; done & _gpu_looks=$!
play() {
  cd && seq "$(wc -l < "$_gpu_S/jobs")" | parallel --sshloginfile "$_gpu_S/hosts" --ssh "$_gpu_S/ssh" -j 1 --retries 3 "$1" \
    --joblog "$_gpu_F/joblog" --results "$_gpu_F/out" --return "./\${_gpu_F#"$PWD/"}/results/{}" --tagstring '[{}]' "$_gpu_there && sh ./job {}"
}
${arrivedFunction}
# Notes jobs whose results aren't here as failed, except those that were brought away before. False if there are none.
miss() {
  _gpu_ended=$(awk 'FNR > 1 && $7 == 0 { print $1 }' "$_gpu_F/joblog" 2>/dev/null | sort -un)
  _gpu_missing=$(for _gpu_n in $_gpu_ended; do grep -qx "$_gpu_n" "$_gpu_S/kept" 2>/dev/null || arrived "$_gpu_F/results/$_gpu_n" || echo "$_gpu_n"; done)
  [ -n "$_gpu_missing" ] || return 1
  echo "$_gpu_missing" | awk -F '\t' -v OFS='\t' 'NR == FNR { lost[$1]; next } $1 in lost { $7 = 255 } 1' - "$_gpu_F/joblog" > "$_gpu_F/joblog.new" &&
    mv -f "$_gpu_F/joblog.new" "$_gpu_F/joblog"
}
# What fails is a machine or a connection, not a job: that is told by its own exit code.
round() { play --resume-failed; _gpu_code=$?; if miss && [ $_gpu_code -eq 0 ]; then _gpu_code=1; fi; return $_gpu_code; }
_gpu_rounds=0
until round; do _gpu_rounds=$((_gpu_rounds + 1)); [ $_gpu_rounds -lt 3 ] || break; cd "$_gpu_S" && sleep ${pause}; look; done
kill $_gpu_looks 2>/dev/null
cd "$_gpu_S" && tell_end
exit $_gpu_code
`;
