import { execFile } from 'node:child_process';

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

/** The judge: what OpenSSH itself makes of a config file for one host. */
export function sshG(configFile: string, host: string): Promise<Effective> {
  return new Promise((resolve) => {
    execFile('ssh', ['-G', '-T', '-F', configFile, host], (error, stdout, stderr) => {
      const all = (option: string): string[] =>
        stdout
          .split('\n')
          .filter((line) => line.startsWith(`${option} `))
          .map((line) => line.slice(option.length + 1));
      resolve({ accepted: !error, error: stderr, text: stdout, all, value: (option) => all(option)[0] });
    });
  });
}
