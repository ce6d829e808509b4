import { load } from '../runs/supervisor';
import { inSweep, keyMark } from '../sweeps/engine';
import { quoted } from '../transfer/remoteShell';

/** A machine of a run, as the first one knows it. */
export interface RunNode {
  /** Its alias. */
  name: string;
  /** How it is reached from outside; counts where it has no address in their network. */
  address: string;
}

export interface RunNodes {
  /** Of the run of the first machine, and the name of the folder of all. */
  id: string;
  /** With the first one, which gives rank 0. The others have runs of their own. */
  first: RunNode;
  others: readonly (RunNode & { runId: string })[];
  /** Their own network, such as `10.1.2.0/24`, if they have one. */
  subnet?: string | undefined;
  endsWithFirst: boolean;
  /** GPUs with a load below so many percent are idle, and so is the run once those of all machines are; missing where that ends nothing. */
  idleBelow?: number | undefined;
}

/** The exit code of a machine's run that the others have ended, or that hears nothing of them any more. */
const endedByOthers = 75;

/** An address of this machine in the network of all; empty where it has none. */
function ownAddress(subnet: string | undefined): string {
  const [, net = '', bits = ''] = /^(\d+\.\d+\.\d+\.\d+)\/(\d+)$/.exec(subnet ?? '') ?? [];
  if (net === '') return 'own_address() { :; }';
  return `own_address() {
  awk '/\\|-- / { a = $2 } /\\/32 host LOCAL/ { print a }' /proc/net/fib_trie 2>/dev/null | awk -v net=${net} -v size=$((1 << (32 - ${bits}))) '
    function number(a, p) { split(a, p, "."); return ((p[1] * 256 + p[2]) * 256 + p[3]) * 256 + p[4] }
    int(number($1) / size) == int(number(net) / size) { print $1; exit }'
}`;
}

/**
 * Tells programs that look for a network which one is that of all machines, unless the task does. What Open MPI 4 shares of
 * the machine's layout may lie where its stack grows to, and then it crashes.
 */
function interfaces(subnet: string | undefined): string {
  if (subnet === undefined) return '';
  return `
# The network of the routes is written backwards, in hexadecimal digits.
for _gpu_each in $(awk -v net="$(own_address)" 'BEGIN { split(net, p, "."); want = sprintf("%02X%02X%02X", p[3], p[2], p[1]) } substr($2, 3) == want { print $1; exit }' /proc/net/route 2>/dev/null); do
  export NCCL_SOCKET_IFNAME="\${NCCL_SOCKET_IFNAME:-$_gpu_each}" GLOO_SOCKET_IFNAME="\${GLOO_SOCKET_IFNAME:-$_gpu_each}"
done
export OMPI_MCA_oob_tcp_if_include="\${OMPI_MCA_oob_tcp_if_include:-${subnet}}" OMPI_MCA_btl_tcp_if_include="\${OMPI_MCA_btl_tcp_if_include:-${subnet}}"
export OMPI_MCA_rtc_hwloc_vmhole="\${OMPI_MCA_rtc_hwloc_vmhole:-none}"`;
}

/** Once \`ips\` has the address of each. */
const known = (subnet: string | undefined): string => `
SKYPILOT_NODE_IPS=$(cat ips) DSTACK_NODES_IPS=$(cat ips) DSTACK_MASTER_NODE_IP=$(head -n 1 ips) DSTACK_MPI_HOSTFILE=$_gpu_S/hostfile
GPU_RENTAL_NODE_IP=$(sed -n "$((SKYPILOT_NODE_RANK + 1))p" ips)
export GPU_RENTAL_NODE_IP SKYPILOT_NODE_IPS DSTACK_NODES_IPS DSTACK_MASTER_NODE_IP DSTACK_MPI_HOSTFILE
sed "s/$/ slots=\${SKYPILOT_NUM_GPUS_PER_NODE:-1}/" ips > hostfile${interfaces(subnet)}
_gpu_shell=sh; command -v bash >/dev/null 2>&1 && _gpu_shell=bash`;

const forget = (id: string): string =>
  `[ ! -f "$HOME/.ssh/authorized_keys" ] || sed -i '/ ${keyMark(id)}$/d' "$HOME/.ssh/authorized_keys"`;

/**
 * What the run of every other machine does: it runs the command once the first one says so, and stays until that one has
 * heard how it ended, or wants it to end. Without a sign of life from it for a quarter of an hour, it ends by itself.
 */
export const otherScript = ({ id, subnet }: Pick<RunNodes, 'id' | 'subnet'>): string => `
${inSweep(id)} || exit 71
_gpu_S=$PWD
${ownAddress(subnet)}
heard() { [ ! -e end ] && [ -n "$(find beat -mmin -15 2>/dev/null)" ]; }
say() { printf '%s\\n' "$*" > word.new && mv -f word.new word; }
leave() { cd "$_gpu_S" && : > end; ${forget(id)}; exit "$1"; }
trap 'leave 143' TERM
: > beat
say ready "$(own_address)"
while [ ! -e ips ]; do heard || leave ${endedByOthers}; sleep 1; done
${known(subnet)}
( cd "$(cat workdir)" && exec $_gpu_shell "$_gpu_S/task" ) </dev/null & _gpu_job=$!
while kill -0 $_gpu_job 2>/dev/null; do heard || leave ${endedByOthers}; sleep 1; done
wait $_gpu_job
_gpu_code=$?
say code $_gpu_code
while heard; do sleep 1; done
leave $_gpu_code
`;

/**
 * What the run of the first machine does: once all are ready, it tells each the addresses of all, with which their commands
 * begin. It shows what all of them say, with the rank in front, and ends all of them with the first one that fails or isn't
 * reached for three minutes.
 *
 * @param every seconds between two looks at another one
 */
export function firstScript(
  { id, first, others, subnet, endsWithFirst, idleBelow }: RunNodes,
  { every = 5 }: { every?: number } = {},
): string {
  const ranks = others.map((_, index) => index + 1);
  const each = (line: (other: RunNodes['others'][number], rank: number) => string): string =>
    others.map((other, index) => line(other, index + 1)).join('\n');
  // Only the supervisor of the first one ends the run for that. What isn't known isn't idle.
  const work =
    idleBelow === undefined
      ? ['', '']
      : [
          `${load}at=$(load); { [ -z "$at" ] || [ "$at" -ge ${Math.ceil(idleBelow)} ]; } && echo busy`,
          `case $_gpu_said in '' | *busy) : > ../../runs/${id}/busy ;; esac`,
        ];
  return `
${inSweep(id)} || exit 71
_gpu_S=$PWD _gpu_there="${inSweep(id)}" _gpu_work=${quoted(`${work[0]}${work[0] && ';'}`)}
${ownAddress(subnet)}
on() { _gpu_one=$1; shift; ssh -F config "$_gpu_one" "$*" 2>/dev/null; }
number() { while IFS= read -r line || [ -n "$line" ]; do printf '[%s] %s\\n' "$1" "$line"; done; }
# A connection that was lost goes on with the line that is next.
follow() {
  : > "seen.$1"
  until [ -e over ]; do
    on "$2" "cd; tail -n +$(($(wc -l < "seen.$1") + 1)) -f .gpu-rental/runs/$3/log & tail=\\$!; $_gpu_there; until [ -e end ]; do sleep 1; done; sleep 1; kill \\$tail" </dev/null |
      while IFS= read -r line || [ -n "$line" ]; do printf '[%s] %s\\n' "$1" "$line"; echo >> "seen.$1"; done
    sleep 1
  done
}
attend() {
  until [ -e over ]; do
    _gpu_said=$(on "$2" "$_gpu_there && { : > beat; cat word 2>/dev/null; grep -s '^phase=ended' ../../runs/$3/state; $_gpu_work true; }" </dev/null) &&
      printf '%s\\n' "$_gpu_said" > "said.$1.new" && mv -f "said.$1.new" "said.$1"
    ${work[1]}
    sleep ${every}
  done
}
# Whatever ends it, the others end, and nothing is left to log in to them with.
tell_end() {
  trap '' TERM
  _gpu_telling=
${each(({ name }) => `  on ${name} "$_gpu_there && : > end" </dev/null >/dev/null & _gpu_telling="$_gpu_telling $!"`)}
  wait $_gpu_telling
  ${forget(id)}
  cd "$_gpu_S" && rm -f key bin/ssh
}
busy() {
  for pid in $_gpu_following $_gpu_job; do kill -0 "$pid" 2>/dev/null && return 0; done
  return 1
}
# What ends all of them isn't kept waiting for long by what is still to be shown.
finish() {
  tell_end
  : > over
  for _ in 1 2 3 4 5 6 7 8 9 10; do busy || break; sleep 0.5; done
  [ -z "$2" ] || echo "$2"
  exit "$1"
}
# What another one said last: \`what\` and \`how\`. Ends all of them with one that has failed.
hear() {
  read -r _gpu_what _gpu_how < "said.$1"
  [ -n "$(find "said.$1" -mmin -3)" ] || finish ${endedByOthers} "Node $1 isn’t reached any more."
  case $_gpu_what in
  code) [ "$_gpu_how" = 0 ] || finish "$_gpu_how" "Node $1 has failed with exit code $_gpu_how." ;;
  phase=ended) finish ${endedByOthers} "The set-up of node $1 has failed, or it was ended." ;;
  esac
}
trap 'tell_end; exit 143' TERM
rm -f over code
_gpu_job= _gpu_following=
${each(({ name, runId }, rank) => `: > said.${rank}; attend ${rank} ${name} ${quoted(runId)} & follow ${rank} ${name} ${quoted(runId)} & _gpu_following="$_gpu_following $!"`)}
for _gpu_rank in ${ranks.join(' ')}; do _gpu_what=; until [ "$_gpu_what" = ready ]; do hear $_gpu_rank; sleep 1; done; done
address_of() { case $1 in '' | *[!0-9.]*) printf '%s\\n' "$2" ;; *) printf '%s\\n' "$1" ;; esac; }
{
  address_of "$(own_address)" ${first.address}
${each(({ address }, rank) => `  read -r _gpu_what _gpu_how < said.${rank}; address_of "$_gpu_how" ${address}`)}
} > ips
# Programs that log in by an address, as mpirun and deepspeed do, get there as well.
mkdir -p bin
sed -e "s|^  IdentityFile key|  IdentityFile \\"$_gpu_S/key\\"|" -e "s|^  UserKnownHostsFile .*|  UserKnownHostsFile \\"$_gpu_S/known_hosts\\"|" config > reach
_gpu_rank=0
for _gpu_name in ${[first, ...others].map(({ name }) => name).join(' ')}; do
  _gpu_rank=$((_gpu_rank + 1))
  sed -i "s|^Host $_gpu_name\\$|Host $_gpu_name $(sed -n "\${_gpu_rank}p" ips)|" reach
done
printf '#!/bin/sh\\nexec "%s" -F "%s/reach" "$@"\\n' "$(command -v ssh)" "$_gpu_S" > bin/ssh && chmod 700 bin/ssh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
${known(subnet)}
begins() { until on "$2" "$_gpu_there && cat > ips.new && mv -f ips.new ips" < ips; do hear "$1"; sleep 1; done; }
${each(({ name }, rank) => `begins ${rank} ${name}`)}
{ ( cd "$(cat workdir)" && PATH="$_gpu_S/bin:$PATH" exec $_gpu_shell "$_gpu_S/task" ) </dev/null 2>&1; echo $? > code.new; mv -f code.new code; } | number 0 & _gpu_job=$!
until [ -e code ]; do for _gpu_rank in ${ranks.join(' ')}; do hear $_gpu_rank; done; sleep 1; done
_gpu_code=$(cat code)
[ "$_gpu_code" = 0 ] || finish "$_gpu_code"
${endsWithFirst ? 'finish 0' : `for _gpu_rank in ${ranks.join(' ')}; do _gpu_what=; until [ "$_gpu_what" = code ]; do hear $_gpu_rank; sleep 1; done; done\nfinish 0`}
`;
}
