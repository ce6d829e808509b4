import { spawn } from 'node:child_process';

export interface Effective {
  accepted: boolean;
  /** What ssh complained about. */
  error: string;
  /** The whole output, for comparing. */
  text: string;
  /** The first value of an option, by its lower-case name. */
  value: (option: string) => string | undefined;
  all: (option: string) => string[];
}

interface Answer {
  text: string;
  code: string;
  error: string;
}

/** Writes what ssh says, its exit code and its complaints, each ended by a NUL. */
const ask = `ask() {
  error=$(ssh -G -T -F "$1" "$2" 2>&1 >&3 </dev/null)
  printf '\\0%s\\0%s\\0' "$?" "$error"
}
exec 3>&1
`;

let shell: ((question: string) => Promise<Answer>) | undefined;

/** The judge: what OpenSSH itself makes of a config file for one host. */
export async function sshG(configFile: string, host: string): Promise<Effective> {
  shell ??= startShell();
  const { text, code, error } = await shell(`ask ${quoted(configFile)} ${quoted(host)}\n`);
  const all = (option: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${option} `))
      .map((line) => line.slice(option.length + 1));
  return { accepted: code === '0', error, text, all, value: (option) => all(option)[0] };
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * One shell starts every ssh, one after the other: a process as big as this one takes longer to start another than ssh
 * takes to answer. It ends with this one.
 */
function startShell(): (question: string) => Promise<Answer> {
  const child = spawn('sh', { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(ask);
  const waiting: ((answer: Answer) => void)[] = [];
  let parts = [''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\0');
    parts = [...parts.slice(0, -1), `${parts.at(-1) ?? ''}${first}`, ...others];
    for (;;) {
      const [text, code, error, next] = parts;
      if (text === undefined || code === undefined || error === undefined || next === undefined) return;
      parts.splice(0, 3);
      waiting.shift()?.({ text, code, error });
    }
  });
  return (question) => {
    child.stdin.write(question);
    return new Promise((resolve) => waiting.push(resolve));
  };
}
