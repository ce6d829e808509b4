import parser from '@typescript-eslint/parser';

// What this project alone asks of src. What any TypeScript is checked for, types included, is in .oxlintrc.json.

// The floors of src/, top to bottom: a file may import from its own floor and from those below it.
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
const withoutVscode = new Set(['twoFactor', 'ssh', 'domain', 'api', 'files', 'log']);

function floorRule(floor, files, more = []) {
  const above = ['extension', 'compose', ...floors.slice(0, floors.indexOf(floor))];
  return {
    files,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `(^|/)\\.\\./(${above.join('|')})(/|$)`,
              message: `src/${floor} may only import from its own floor or a lower one.`,
            },
            { regex: '(^|/)test/', message: 'src never imports from test.' },
            {
              regex: '(^|/)webviews/(?!\\w+/lazyPanels$)',
              message: 'A panel is opened through its lazyPanels; nothing else of its folder is for others.',
            },
            ...(withoutVscode.has(floor)
              ? [
                  {
                    regex: '^vscode$',
                    message: `src/${floor} runs in plain Node and knows nothing of VS Code.`,
                  },
                ]
              : []),
            ...more,
          ],
        },
      ],
    },
  };
}

/** From each depth of a panel's folder: the folder of another panel. */
const otherPanels = ['src/webviews/*/*.ts', 'src/webviews/*/*/*.ts', 'src/webviews/*/*/*/*.ts'].map(
  (files, depth) =>
    floorRule(
      'webviews',
      [files],
      [
        {
          regex: `^${'\\.\\./'.repeat(depth + 1)}(?!\\.\\./|shared/)`,
          message: 'A panel knows no other one; what they share is in webviews/shared.',
        },
      ],
    ),
);

const floorRules = [...floors.map((floor) => floorRule(floor, [`src/${floor}/**/*.ts`])), ...otherPanels];

const shown = '/^(show(Information|Warning|Error)Message|withProgress|setStatusBarMessage)$/';
const notify =
  'src/ask/notify.ts shows messages: it makes them plain, so that nothing in them runs a command.';

const shownByNotify = [
  { selector: `MemberExpression > Identifier.property[name=${shown}]`, message: notify },
  { selector: `MemberExpression > Literal.property[value=${shown}]`, message: notify },
  { selector: `ObjectPattern > Property > Identifier.key[name=${shown}]`, message: notify },
];
const calledByName = {
  selector: `CallExpression[callee.property.name='executeCommand'][arguments.0.value=/^gpuRental\\.\\w+$/]`,
  message: 'A command of ours is called by its name through callCommand().',
};
const madeByApi = {
  selector: `:matches(NewExpression[callee.name='ApiError'], :matches(ClassDeclaration, ClassExpression)[superClass.name='ApiError'])`,
  message: 'An ApiError says that the service failed. What we refuse ourselves is a LocalError.',
};

const time =
  'Time comes from a Clock (src/clock.ts), which a constructor or a parameter hands over: a test has its own.';

const toldByClock = [
  { selector: "MemberExpression[object.name=/^(Date|performance)$/][property.name='now']", message: time },
  {
    selector: "MemberExpression[object.property.name=/^(Date|performance)$/][property.name='now']",
    message: time,
  },
  {
    selector:
      "VariableDeclarator[init.name=/^(Date|performance)$/] > ObjectPattern > Property[key.name='now']",
    message: time,
  },
  { selector: "MemberExpression[object.name='process'][property.name='hrtime']", message: time },
  { selector: "ImportDeclaration[source.value='node:perf_hooks']", message: time },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: time },
  { selector: "CallExpression[callee.name='Date']", message: time },
];

const format =
  'src/domain/format.ts writes numbers, dates and lists for a person: it knows the language of VS Code.';

const writtenByFormat = [
  { selector: "MemberExpression[object.name='Intl']", message: format },
  { selector: 'MemberExpression[property.name=/^toLocale(Date|Time)?String$/]', message: format },
];

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
const unknown =
  'What the service didn’t tell is never zero, idle, ended or gone: say what happens then, as with OrUnknown or a Rate.';

const neverHarmless = [
  { selector: `LogicalExpression[operator!='&&']:matches(${ofTold})${harmless}`, message: unknown },
  { selector: `AssignmentExpression[operator=/^(.{2}=)$/]:matches(${ofTold})${harmless}`, message: unknown },
  { selector: `Property[key.name=${told}] > AssignmentPattern${harmless}`, message: unknown },
];

/** The last block that fits a file holds for it alone, so each names all that it forbids. */
function syntaxRule(where, ...forbidden) {
  return { ...where, rules: { 'no-restricted-syntax': ['error', ...forbidden] } };
}

export default [
  { files: ['src/**/*.ts'], languageOptions: { parser } },
  syntaxRule(
    { files: ['src/**/*.ts'] },
    ...shownByNotify,
    ...toldByClock,
    ...writtenByFormat,
    ...neverHarmless,
    calledByName,
    madeByApi,
  ),
  syntaxRule(
    { files: ['src/api/**/*.ts'] },
    ...shownByNotify,
    ...toldByClock,
    ...writtenByFormat,
    ...neverHarmless,
    calledByName,
  ),
  syntaxRule(
    { files: ['src/ask/notify.ts'] },
    ...toldByClock,
    ...writtenByFormat,
    ...neverHarmless,
    calledByName,
    madeByApi,
  ),
  syntaxRule({ files: ['src/clock.ts'] }, ...shownByNotify, ...writtenByFormat, calledByName, madeByApi),
  syntaxRule({ files: ['src/domain/format.ts'] }, ...shownByNotify, ...toldByClock, calledByName, madeByApi),
  ...floorRules,
];
