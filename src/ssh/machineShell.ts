import { quoted } from './transfer/remoteShell';

/**
 * Whether a process is at work: not what has its number since, and nothing dead that nobody has buried, as where the first
 * process of a container buries none. A name in `stat` may have spaces.
 */
export const works = `
works() {
  case $(sed 's/^.*) /0 0 /' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f3,22) in [ZX]*) return 1 ;; *" $2") kill -0 "$1" 2>/dev/null ;; *) return 1 ;; esac
}
`;

/** Seconds that no clock change moves and that count on while the machine is suspended, and when a process began. */
export const times = `
up() { cut -d. -f1 /proc/uptime 2>/dev/null || date +%s; }
mark_of() { sed 's/^.*) /0 0 /' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f22; }
`;

/**
 * Asks the service about the machine itself, with the key that can only start, stop or destroy it: `api METHOD BODY`, in a
 * folder with `base` (the service's address) and `instance` (its id). 2: there is no key, or nothing to ask with.
 */
export const api = `
key() { printf '%s' "\${CONTAINER_API_KEY:-$(tr '\\0' '\\n' < /proc/1/environ 2>/dev/null | sed -n 's/^CONTAINER_API_KEY=//p')}"; }
can_ask() { [ -n "$(key)" ] && { command -v curl || command -v python3; } >/dev/null 2>&1; }
api() {
  can_ask || return 2
  _gpu_key=$(key)
  _gpu_url=$(cat base)/api/v0/instances/$(cat instance)/
  # The key stands in no argument: others could read it.
  if command -v curl >/dev/null 2>&1; then
    printf 'header = "Authorization: Bearer %s"\\nheader = "Content-Type: application/json"\\n' "$_gpu_key" |
      curl -sS -m 30 -K - -X "$1" --data "$2" "$_gpu_url"
  else
    printf '%s' "$_gpu_key" | python3 -c '
import sys, urllib.request
headers = {"Authorization": "Bearer " + sys.stdin.read(), "Content-Type": "application/json"}
request = urllib.request.Request(sys.argv[3], sys.argv[2].encode(), headers, method=sys.argv[1])
print(urllib.request.urlopen(request, timeout=30).read().decode())' "$1" "$2" "$_gpu_url"
  fi || return 1
}
`;

/** For a script that writes files: ends it, and says why where the disk is full. */
export const full = `
full() {
  [ "$(df -Pk "$HOME" | awk 'END { print $(NF - 2) }')" -lt 64 ] && echo 'No space left on device' >&2
  exit 1
}
`;

/** Writes a file, in a script with \`full\`. */
export const put = (name: string, text: string): string =>
  `printf '%s' ${quoted(Buffer.from(text).toString('base64'))} | base64 -d > ${name} || full\n`;

/** What detaches a process has to be there. */
export const needsSetsid = `command -v setsid >/dev/null 2>&1 || { echo 'setsid is missing.' >&2; exit 69; }\n`;
