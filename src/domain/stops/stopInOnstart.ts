/** What stops an instance from inside, without VS Code. */
export interface OwnStop {
  /** Hours from each start. */
  stopAfterHours?: number | undefined;
  /** Minutes in which every GPU is below the idle load. Counts only where `nvidia-smi` tells the load. */
  stopWhenIdleMinutes?: number | undefined;
  /**
   * For a run: hours from the start, unless a run goes on then; 0 for never. See `supervisor`. Once runs have ended on the
   * instance, a later start isn't limited.
   */
  runHours?: number | undefined;
}

/** The service that most people use; another one is known once the account is. */
const usualService = 'https://console.vast.ai';

const idlePercent = 5;

const note = '# GPU Rental: stop this instance with its own key';

/** Whether startup commands have the lines of `stopLines` that stop the instance. */
export const stopsItself = (script: string): boolean => script.includes(note);

/**
 * Shell lines that stop the instance with its own key, which can only start, stop or destroy this one (specification,
 * Instance creation). They run in the background, at each start, and need curl in the image. The key is passed on
 * standard input, so that it is in no process list. Refused or lost requests are sent again each minute; those for an
 * idle one only while it still is.
 *
 * @param service the address of the service
 */
export function stopLines(
  { stopAfterHours, stopWhenIdleMinutes, runHours }: OwnStop,
  service = usualService,
): string[] {
  const runLines = runHours === undefined ? [] : whileNoRun(runHours);
  if (stopAfterHours === undefined && stopWhenIdleMinutes === undefined && !runHours) return runLines;
  const address = `${service.replace(/\/+$/, '')}/api/v0/instances/`.replace(
    /['"\\$`\s]/g,
    encodeURIComponent,
  );
  return [
    `${note}; log: /tmp/gpu-rental-stop.log`,
    'gpu_rental_try() {',
    '  id=${CONTAINER_ID:-${VAST_CONTAINERLABEL#C.}}',
    `  printf 'header = "Authorization: Bearer %s"\\n' "$CONTAINER_API_KEY" | curl -sS -m 60 -K - -X PUT -H 'Content-Type: application/json' -d '{"state":"stopped"}' "${address}$id/" | grep -q '"success": *true' || { echo 'not stopped yet'; return 1; }`,
    '}',
    ...(stopAfterHours === undefined
      ? []
      : [
          inBackground(
            `sleep ${Math.max(1, Math.round(stopAfterHours * 3600))}; until gpu_rental_try; do sleep 60; done`,
          ),
        ]),
    ...(stopWhenIdleMinutes === undefined ? [] : [inBackground(whenIdle(stopWhenIdleMinutes))]),
    ...runLines,
  ];
}

/**
 * Goes on with the runs of an earlier start, and stops the instance where none has come. `alive` is new while one goes on;
 * a run that is to keep the instance ends the watch, if it began: one that was taken back keeps nothing.
 */
const whileNoRun = (hours: number): string[] => [
  '# GPU Rental: go on with a run after a restart',
  'r=${HOME:-/root}/.gpu-rental',
  ...(hours === 0
    ? []
    : [
        `if ! ls "$r"/runs/*/state >/dev/null 2>&1 || grep -L '^phase=ended' "$r"/runs/*/state | grep -q .; then`,
        inBackground(
          `sleep ${Math.max(1, Math.round(hours * 3600))}; while [ -n "$(find "$r/alive" -mmin -10 2>/dev/null)" ]; do sleep 60; done; for t in "$r"/runs/*/go; do grep -qx keep "\${t%go}then" && exit; done; until gpu_rental_try; do sleep 60; done`,
        ),
        'fi',
      ]),
  '[ ! -f "$r/hook" ] || sh "$r/hook"',
];

/** It goes on when the shell that started it ends. */
const inBackground = (commands: string): string =>
  `(trap '' HUP; ${commands}) >>/tmp/gpu-rental-stop.log 2>&1 </dev/null &`;

/** Looks each minute. One GPU whose load isn't a number, such as "[N/A]", is enough for it not to count as idle. */
function whenIdle(minutes: number): string {
  const loads = 'nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader,nounits';
  const isIdle = `${loads} | (g=0; while read -r l; do case $l in ''|*[!0-9]*) exit 1;; esac; [ "$l" -lt ${idlePercent} ] || exit 1; g=1; done; [ $g = 1 ])`;
  return `n=0; while sleep 60; do if ${isIdle}; then n=$((n+1)); else n=0; fi; [ $n -lt ${Math.max(1, Math.ceil(minutes))} ] || { gpu_rental_try && n=0; }; done`;
}
