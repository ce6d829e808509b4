import { gzipSync } from 'node:zlib';
import * as l10n from '@vscode/l10n';
import { onstartLimit, type FieldProblem } from './launchRequest';

/** What a person may have added to the commands at the start, as lines that they see. */
export interface OnstartAdditions {
  /** The variables of `env` also in ssh sessions (specification, "Env formats"). */
  environmentInSessions?: boolean;
  /** No tmux around a login: an editor's terminals and copy and paste work as usual. */
  noAutoTmux?: boolean;
  /** The system environment file of the image. */
  environmentFile?: string;
}

/** The field `onstart` as it is sent; `encoded` when it had to be compressed to fit. */
export type ComposedOnstart = { onstart: string; encoded: boolean } | { problem: FieldProblem };

/**
 * Puts the additions before the person's own script, which may never return. What is longer than the service takes
 * (specification, "Limits": 4048 characters) is compressed and encoded into a script that unpacks and runs itself.
 */
export function composeOnstart(script: string, additions: OnstartAdditions = {}): ComposedOnstart {
  const whole = withAdditions(script, additionalLines(additions));
  if (whole.length <= onstartLimit) return { onstart: whole, encoded: false };
  const packed = pack(whole);
  if (packed.length <= onstartLimit) return { onstart: packed, encoded: true };
  const message = l10n.t(
    'At most {0} characters are allowed; this has {1}, and {2} when compressed.',
    onstartLimit,
    whole.length,
    packed.length,
  );
  return { problem: { field: 'onstart', message } };
}

/** The lines that the additions put into the script, for a preview. */
export function additionalLines(additions: OnstartAdditions): string[] {
  const { environmentInSessions, noAutoTmux, environmentFile = '/etc/environment' } = additions;
  return [
    ...(environmentInSessions
      ? [
          '# GPU Rental: the environment variables also in SSH sessions',
          // What belongs to this very shell stays out, and so do the further lines of a value that has some.
          `env | grep '^[A-Za-z_][A-Za-z0-9_]*=' | grep -Ev '^(HOME|PWD|OLDPWD|SHLVL|TERM|USER|LOGNAME|SHELL|_)=' >> ${environmentFile}`,
        ]
      : []),
    ...(noAutoTmux ? ['# GPU Rental: no tmux at login', 'touch ~/.no_auto_tmux'] : []),
  ];
}

/** After a first line that names the interpreter, which only counts there. */
function withAdditions(script: string, lines: readonly string[]): string {
  if (lines.length === 0) return script;
  const [, interpreter = '', rest = ''] = /^(#![^\n]*(?:\n|$))?(.*)$/s.exec(script) ?? [];
  const first = interpreter && !interpreter.endsWith('\n') ? `${interpreter}\n` : interpreter;
  return `${first}${lines.join('\n')}\n${rest}`;
}

/** Run in the same shell, so that everything means what it means uncompressed. */
function pack(script: string): string {
  const text = gzipSync(Buffer.from(script, 'utf8'), { level: 9 }).toString('base64');
  return [
    '# GPU Rental: compressed, because the service takes 4048 characters at most',
    `f=$(mktemp) && echo ${text} | base64 -d | gzip -dc > "$f" && . "$f"`,
    '',
  ].join('\n');
}
