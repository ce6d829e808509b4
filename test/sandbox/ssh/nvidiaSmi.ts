import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the GPUs of an instance do, each alike. */
export interface GpuWork {
  name: string;
  count: number;
  /** In percent, of each; `unknown` as a driver says that doesn't tell; `broken` where the program itself fails. */
  load: number | 'unknown' | 'broken';
  /** MiB. */
  used: number;
  memory: number;
}

export const programsIn = (folder: string): string => join(folder, 'bin');

/** Puts `nvidia-smi` on an instance, which says what its GPUs do at the moment. */
export function showGpus(folder: string, { name, count, load, used, memory }: GpuWork): void {
  const util = load === 'unknown' ? '[N/A]' : String(load);
  const rows = Array.from({ length: load === 'broken' ? 0 : count }, (_, index) =>
    [index, name, util, used, memory, 41].join('|'),
  );
  mkdirSync(programsIn(folder), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'gpus'), rows.map((row) => `${row}\n`).join(''));
  writeFileSync(join(programsIn(folder), 'nvidia-smi'), program, { mode: 0o755 });
}

/** Only queries in CSV, which is what programs ask it for. */
const program = String.raw`#!/bin/sh
file="$(dirname -- "$0")/../gpus"
[ -s "$file" ] || { echo 'NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver.'; exit 9; }
query=; format=
for word; do
  case $word in --query-gpu=*) query=$(printf %s "$word" | cut -d= -f2) ;; --format=*) format=$(printf %s "$word" | cut -d= -f2) ;; esac
done
[ -n "$query" ] || { cut -d'|' -f1-5 "$file"; exit 0; }
awk -F'|' -v query="$query" -v format="$format" '
BEGIN {
  n = split("index name utilization.gpu memory.used memory.total temperature.gpu", names, " ")
  split(",,%,MiB,MiB,", units, ",")
  for (i = 1; i <= n; i++) at[names[i]] = i
  wanted = split(query, fields, ",")
  for (i = 1; i <= wanted; i++) {
    gsub(/ /, "", fields[i])
    if (!(fields[i] in at)) { print "Field \"" fields[i] "\" is not a valid field to query."; exit 2 }
  }
  if (format !~ /noheader/) print query
}
{
  line = ""
  for (i = 1; i <= wanted; i++) {
    place = at[fields[i]]; value = $place
    if (format !~ /nounits/ && units[place] != "" && value ~ /^[0-9]/) value = value " " units[place]
    line = line (i > 1 ? ", " : "") value
  }
  print line
}' "$file"
`;
