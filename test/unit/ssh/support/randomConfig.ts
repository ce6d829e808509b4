import fc from '../../support/fastCheck';

const start = '# --- gpu-rental: start ---';
const end = '# --- gpu-rental: end ---';

const pattern = fc.constantFrom(
  'mine',
  'other.example.net',
  '*',
  '*.example.net',
  '!mine',
  'gpu-12',
  'gpu-rental',
  'gpu-7x',
);
const blank = fc.constantFrom('', ' ', '\t', '    ');
const between = fc.constantFrom(' ', '\t', '  ', ' = ', '=');

const option = fc.tuple(
  blank,
  fc.constantFrom(
    ['User', 'me'],
    ['user', '"jo doe"'],
    ['Port', '2222'],
    ['HostName', '192.0.2.9'],
    ['HOSTNAME', '2001:db8::2'],
    ['IdentityFile', '~/.ssh/id_%h'],
    ['IdentityFile', '"C:/Users/Jo Doe/id"'],
    ['ProxyCommand', "sh -c 'nc %h %p'"],
    ['ProxyJump', 'bastion'],
    ['SendEnv', 'LANG LC_*'],
    ['ForwardAgent', 'yes'],
    ['LocalForward', '8080 localhost:80'],
    ['ServerAliveInterval', '15 # every now and then'],
    ['Include', '/nowhere/*.conf'],
    ['Include', '~/.ssh/gpu-rental/config'],
    ['UserKnownHostsFile', '/dev/null ~/.ssh/known_hosts'],
    ['SetEnv', 'A="b c"'],
  ),
  between,
  fc.constantFrom('', ' ', '\t'),
);
const optionLine = option.map(
  ([before, [name = '', value = ''], gap, after]) => `${before}${name}${gap}${value}${after}`,
);

const sectionLine = fc.oneof(
  fc
    .tuple(blank, fc.array(pattern, { minLength: 1, maxLength: 3 }))
    .map(([before, hosts]) => `${before}Host ${hosts.join(' ')}`),
  fc.constantFrom(
    'Match all',
    'Match host mine',
    'Match originalhost gpu-12 user me',
    'Match final all',
    'host "mine"',
  ),
);

const otherLine = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\t\t',
    '# a comment',
    '  #Host commented',
    '# $& $1 $`',
    '# ü ☃ "open',
    '#',
    '# \u202e',
  ),
  fc.string({ maxLength: 12 }).map((text) => `# ${text.replaceAll('\n', ' ')}`),
);

/** Lines that only resemble ours. */
const lookalike = fc.constantFrom(
  '# --- gpu-rental: start',
  '#--- gpu-rental: start ---',
  '# --- gpu-rental: START ---',
  '# --- other-tool: start ---',
  '# gpu-rental: end ---',
);

/** Lines that OpenSSH rejects. */
const broken = fc.constantFrom(
  'User "open',
  "ProxyCommand it's",
  'Host "a b',
  "\tUser='x",
  'NoSuchOption yes',
  'Port',
  'Port x',
);

const ourBlock = [
  start,
  '# Written by the GPU Rental extension. Keep this block first.',
  'Include "/old/gpu-rental/config"',
  end,
];
const marker: fc.Arbitrary<string[]> = fc.oneof(
  fc.constantFrom<string[][]>([start], [end], [`\t${start}  `], [end, start], [start, end]),
  fc.constant(ourBlock),
  fc.constant<string[]>([start, 'Host mine', '  User me', end]),
);

const ordinary = fc.oneof(
  { weight: 5, arbitrary: optionLine },
  { weight: 3, arbitrary: sectionLine },
  { weight: 3, arbitrary: otherLine },
  { weight: 1, arbitrary: lookalike },
);

const newline = fc.constantFrom('\n', '\n', '\r\n');

function text(lines: fc.Arbitrary<string[]>): fc.Arbitrary<Buffer> {
  return fc
    .tuple(lines, newline, fc.boolean(), fc.array(newline, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([all, ending, mixed, endings, last]) => {
      const body = all.map(
        (line, index) => (index > 0 ? (mixed ? (endings[index % endings.length] ?? '') : ending) : '') + line,
      );
      return Buffer.from(body.join('') + (last && all.length > 0 ? ending : ''), 'utf8');
    });
}

const some = fc.array(ordinary, { maxLength: 12 });
const around = (piece: fc.Arbitrary<string[]>): fc.Arbitrary<string[]> =>
  fc.tuple(some, piece, some).map((parts) => parts.flat());

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** A user's ssh config as it may be found: mostly sound, some with our markers in every state, some that ssh rejects. */
export const randomConfig: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 8, arbitrary: text(some) },
  { weight: 3, arbitrary: text(around(marker)) },
  { weight: 2, arbitrary: text(fc.tuple(around(marker), around(marker)).map((parts) => parts.flat())) },
  { weight: 1, arbitrary: text(around(broken.map((line) => [line]))) },
  { weight: 1, arbitrary: text(some).map((content) => Buffer.concat([byteOrderMark, content])) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(text(some), fc.uint8Array({ maxLength: 20 }))
      .map(([content, bytes]) =>
        Buffer.concat([
          content,
          Buffer.from('\n# '),
          Buffer.from(bytes.filter((byte) => byte !== 10)),
          Buffer.from('\n'),
        ]),
      ),
  },
);

/** Told without the code under test: are there markers, and do they make one block of nothing but our own lines? */
export function markersOf(content: Buffer): 'none' | 'one block' | 'damaged' {
  const lines = content.toString('latin1').split('\n').map(trimmed);
  const found = lines.flatMap((line, index) => (line === start || line === end ? [index] : []));
  const [from, to, third] = found;
  if (from === undefined) return 'none';
  if (to === undefined || third !== undefined || lines[from] !== start || lines[to] !== end) return 'damaged';
  const inside = lines.slice(from + 1, to).filter((line) => line !== '');
  const ours = ourBlock.map((line) => line.replace('/old', '.*'));
  return inside.every(
    (line) =>
      ours.includes(line) ||
      /^Include ("\/[^"]*\/gpu-rental\/config"|~\/\.ssh\/gpu-rental\/config)$/.test(line),
  )
    ? 'one block'
    : 'damaged';
}

/** The bytes that are not ours. */
export function outsideOf(content: Buffer): string {
  const lines = content.toString('latin1').split(/(?<=\n)/);
  const from = lines.findIndex((line) => trimmed(line) === start);
  const to = lines.findIndex((line) => trimmed(line) === end);
  return from < 0 ? lines.join('') : [...lines.slice(0, from), ...lines.slice(to + 1)].join('');
}

function trimmed(line: string): string {
  return line.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}
