import { gunzipSync, gzipSync } from 'node:zlib';
import * as l10n from '@vscode/l10n';
import { onstartLimit, type FieldProblem } from './launchRequest';
import { type OwnStop, stopLines } from '../stops/stopInOnstart';

/** Lines that a person can add before the startup commands. They are shown in the preview. */
export interface OnstartAdditions extends OwnStop {
  /** Makes the variables of `env` available in ssh sessions (specification, "Env formats"). */
  environmentInSessions?: boolean | undefined;
  /** Turns off tmux at login, so that an editor's terminals and copy and paste work as usual. */
  noAutoTmux?: boolean | undefined;
  /** The system environment file of the image. */
  environmentFile?: string;
  /** The address of the service, for the lines that call it. */
  service?: string | undefined;
}

/** The field `onstart` as sent; `encoded` if it had to be compressed. */
export type ComposedOnstart =
  | { onstart: string; encoded: boolean }
  /** `whole`: what would have to be sent. */
  | { problem: FieldProblem; whole: string };

/**
 * Puts the additions before the person's own script, which may never return. If the result is longer than the service
 * accepts (specification, "Limits": 4048 characters), it is compressed into a script that unpacks and runs itself.
 */
export function composeOnstart(script: string, additions: OnstartAdditions = {}): ComposedOnstart {
  const lines = additionalLines(additions);
  const interpreter = interpreterOf(script);
  const isShell = isShellScript(interpreter);
  const plain = isShell || lines.length === 0;
  const whole = plain ? withLines(script, lines) : [...lines, unpacking(script, 'run')].join('\n');
  if (whole.length <= onstartLimit) return { onstart: whole, encoded: !plain };
  const packed = isShell
    ? [interpreter, note, unpacking(whole, 'source')].filter((part) => part !== '').join('\n')
    : [...lines, note, unpacking(script, 'run')].join('\n');
  if (packed.length <= onstartLimit) return { onstart: packed, encoded: true };
  const message = l10n.t(
    'At most {0} characters are allowed. This has {1}, and {2} when compressed.',
    onstartLimit,
    whole.length,
    packed.length,
  );
  return { problem: { field: 'onstart', message }, whole };
}

const sessionsNote = '# GPU Rental: the environment variables also in SSH sessions';

/** Whether a script has the lines for SSH sessions already, as that of an instance that was rented with them. */
export const hasSessionLines = (script = ''): boolean => script.includes(sessionsNote);

/** The lines that the additions add to the script, for a preview. */
export function additionalLines(additions: OnstartAdditions): string[] {
  const { environmentInSessions, noAutoTmux, environmentFile = '/etc/environment' } = additions;
  return [
    ...(environmentInSessions ? [sessionsNote, sessionLines(environmentFile)] : []),
    ...(noAutoTmux ? ['# GPU Rental: no tmux at login', 'touch ~/.no_auto_tmux'] : []),
    ...stopLines(additions, additions.service),
  ];
}

/** Variables of the shell at the start and of awk, and the instance's own key, which no session needs. */
const notForSessions = 'HOME|PWD|OLDPWD|SHLVL|TERM|USER|LOGNAME|SHELL|_|AWK(LIB)?PATH|CONTAINER_API_KEY';

/**
 * Replaces our block at the end of the environment file, so that a later start adds nothing twice and a variable that is
 * gone goes. The file can't hold a value with several lines. Quotes around a value are taken off when it is read, so one
 * that begins with a quote or ends with a space needs them.
 */
const sessionLines = (file: string): string =>
  [
    `(f=${file}; touch "$f"; t=$(mktemp) && awk '`,
    '/^# GPU Rental: end/{s=0;next}/^# GPU Rental: begin/{s=1}!s{print} ',
    'END{print "# GPU Rental: begin";for(n in ENVIRON){v=ENVIRON[n];',
    String.raw`if(n~/^[A-Za-z_][A-Za-z0-9_]*$/&&n!~/^(${notForSessions})$/&&v!~/\n/) `,
    String.raw`print n"="(v~/^[ \t"\047]|[ \t]$/?"\""v"\"":v)}print "# GPU Rental: end"}' "$f" > "$t" && `,
    'cat "$t" > "$f"; rm -f "$t")',
  ].join('');

/** All commands in the order in which they run, as a person reads them: never compressed. */
export function readableOnstart(script: string, additions: OnstartAdditions = {}): string {
  const lines = additionalLines(additions);
  return isShellScript(interpreterOf(script)) ? withLines(script, lines) : [...lines, script].join('\n');
}

/** Shell lines can't be part of a script in another language, which is unpacked and run separately. */
const isShellScript = (interpreter: string): boolean =>
  interpreter === '' || /\b(?:a|ba|da|k|z)?sh\b/.test(interpreter);

const interpreterOf = (script: string): string => /^#![^\n]*/.exec(script)?.[0] ?? '';

/** After a first line that names the interpreter, because it must stay first. */
function withLines(script: string, lines: readonly string[]): string {
  if (lines.length === 0) return script;
  const interpreter = interpreterOf(script);
  const rest = interpreter === '' ? script : script.slice(interpreter.length + 1);
  return [...(interpreter === '' ? [] : [interpreter]), ...lines, rest].join('\n');
}

const note = '# GPU Rental: compressed, because the service takes 4048 characters at most';

/** `source`: in the same shell, so that it works like the uncompressed script. `run`: with its own interpreter. */
function unpacking(script: string, how: 'source' | 'run'): string {
  const text = gzipSync(Buffer.from(script, 'utf8'), { level: 9 }).toString('base64');
  const start = how === 'source' ? '. "$f"' : 'chmod +x "$f" && "$f"';
  return `f=$(mktemp) && echo ${text} | base64 -d | gzip -dc > "$f" && ${start}\n`;
}

/** Far more than the service takes, unpacked. */
const mostUnpacked = 1_000_000;

/** A script with the commands that `composeOnstart` had to compress; another one as it is. */
export function readOnstart(script: string): string {
  const [, packed] = /&& echo ([\w+/=]+) \| base64 -d \| gzip -dc > /.exec(script) ?? [];
  if (packed === undefined) return script;
  try {
    const unpacked = gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: mostUnpacked });
    return `${script}\n${unpacked.toString('utf8')}`;
  } catch {
    // Not one of ours.
    return script;
  }
}
