// What this project alone asks of src. What any TypeScript is checked for is in .oxlintrc.json, which loads this file.

import { dirname, join, relative, resolve } from 'node:path';

const src = join(import.meta.dirname, '..', 'src');

/** Such as `api/client.ts`. */
const placeOf = (file) => relative(src, file).replaceAll('\\', '/');

/** A rule that refuses what the selectors find, but not in files whose place in src begins so. */
function refusal(message, selectors, ...exceptIn) {
  return {
    create(context) {
      const place = placeOf(context.filename);
      if (exceptIn.some((allowed) => place.startsWith(allowed))) return {};
      const report = (node) => context.report({ node, message });
      return Object.fromEntries(selectors.map((selector) => [selector, report]));
    },
  };
}

/** The floors of src/, top to bottom: a file may import from its own floor and from those below it. */
const floors = [
  'editor',
  'commands',
  'prompts',
  'views',
  'webviews',
  'connect',
  'ask',
  'stores',
  'twoFactor',
  'ssh',
  'domain',
  'api',
  'files',
  'log',
];
const withVscode = floors.slice(0, floors.indexOf('twoFactor'));
/** They build what the floors have. */
const above = ['extension', 'compose', 'background'];

/** Why a file of src may not import this; undefined if it may. */
function importProblem(file, imported) {
  const [floor, room] = placeOf(file).split('/');
  if (imported === 'vscode')
    return withVscode.includes(floor)
      ? undefined
      : `src/${floor} runs in plain Node and knows nothing of VS Code.`;
  if (!imported.startsWith('.')) return undefined;
  const [toFloor, toRoom] = placeOf(resolve(dirname(file), imported)).split('/');
  if (toFloor === '..') return toRoom === 'test' ? 'src never imports from test.' : undefined;
  const level = floors.indexOf(toFloor);
  if (above.includes(toFloor) || (level !== -1 && level < floors.indexOf(floor)))
    return `src/${floor} may only import from its own floor or a lower one.`;
  if (toFloor !== 'webviews') return undefined;
  if (floor !== 'webviews')
    return toRoom === 'lazyPanels'
      ? undefined
      : 'A panel is opened through webviews/lazyPanels; nothing else of its folder is for others.';
  return toRoom === room || toRoom === 'shared' || room === 'lazyPanels.ts'
    ? undefined
    : 'A panel knows no other one; what they share is in webviews/shared.';
}

const floorsRule = {
  create(context) {
    const file = context.filename;
    if (!floors.includes(placeOf(file).split('/')[0])) return {};
    const check = (node) => {
      const message = node.source && importProblem(file, node.source.value);
      if (message) context.report({ node, message });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

const shown = '/^(show(Information|Warning|Error)Message|withProgress|setStatusBarMessage)$/';

/** What the service may not have told, and on which money, a stop or a key hangs. */
const told =
  '/^(gpu_util|dph_total|dph_base|totalHour|storage_(total_)?cost|min_bid|uptime_mins|running_since|start_date|end_date|actual_status|cur_state|intended_status|credit|instances|running|stopped|rate)$/';
/** The value itself, or what a method makes of it: `instances?.map(…)`. */
const itself = ['', 'property.', 'expression.property.'];
const madeOfIt = ['callee.object.', 'callee.object.property.', 'callee.object.expression.property.'];
const ofTold = [...itself, ...madeOfIt, ...madeOfIt.map((path) => `expression.${path}`)]
  .map((path) => `[left.${path}name=${told}]`)
  .join(', ');
/** Zero, nothing, ended, idle. */
const harmless = `:matches([right.raw=/^(0|''|""|false)$/], [right.type='ArrayExpression'][right.elements.length=0])`;

export default {
  meta: { name: 'own' },
  rules: {
    floors: floorsRule,
    notify: refusal(
      'src/ask/notify.ts and modal.ts show messages: they make them plain, so that nothing in them runs a command.',
      [
        `MemberExpression > Identifier.property[name=${shown}]`,
        `MemberExpression > Literal.property[value=${shown}]`,
        `ObjectPattern > Property > Identifier.key[name=${shown}]`,
      ],
      'ask/notify.ts',
      'ask/modal.ts',
    ),
    clock: refusal(
      'Time comes from a Clock (src/clock.ts), which a constructor or a parameter hands over: a test has its own.',
      [
        "MemberExpression[object.name=/^(Date|performance)$/][property.name='now']",
        "MemberExpression[object.property.name=/^(Date|performance)$/][property.name='now']",
        "VariableDeclarator[init.name=/^(Date|performance)$/] > ObjectPattern > Property[key.name='now']",
        "MemberExpression[object.name='process'][property.name='hrtime']",
        "ImportDeclaration[source.value='node:perf_hooks']",
        "NewExpression[callee.name='Date'][arguments.length=0]",
        "CallExpression[callee.name='Date']",
      ],
      'clock.ts',
    ),
    format: refusal(
      'src/domain/format.ts writes numbers, dates and lists for a person: it knows the language of VS Code.',
      [
        "MemberExpression[object.name='Intl']",
        'MemberExpression[property.name=/^toLocale(Date|Time)?String$/]',
      ],
      'domain/format.ts',
    ),
    unknown: refusal(
      'What the service didn’t tell is never zero, idle, ended or gone: say what happens then, as with OrUnknown or a Rate.',
      [
        `LogicalExpression[operator!='&&']:matches(${ofTold})${harmless}`,
        `AssignmentExpression[operator=/^(.{2}=)$/]:matches(${ofTold})${harmless}`,
        `Property[key.name=${told}] > AssignmentPattern${harmless}`,
      ],
    ),
    callCommand: refusal('A command of ours is called by its name through callCommand().', [
      "CallExpression[callee.property.name='executeCommand'][arguments.0.value=/^gpuRental\\.\\w+$/]",
    ]),
    apiError: refusal(
      'An ApiError says that the service failed. What we refuse ourselves is a LocalError.',
      [
        "NewExpression[callee.name='ApiError']",
        ":matches(ClassDeclaration, ClassExpression)[superClass.name='ApiError']",
      ],
      'api/',
    ),
  },
};
