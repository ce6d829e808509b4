// What the tests use of Vitest, for a Node that can't run it: `vitest` is replaced with this file when they are bundled.
// The judge is Vitest's own: `expect` and `spyOn` come from its packages.
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as chai from 'chai';
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  customMatchers,
  getState,
  setState,
} from '@vitest/expect';
import { fn, isMockFunction, restoreAllMocks, spyOn } from '@vitest/spy';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

/** For a test, and for what it polls, in milliseconds. Wine is slow, and other tests run beside it. */
const limit = 900_000;
const pollLimit = 120_000;
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The test that runs; others may still be running down after their limit. */
const running = new AsyncLocalStorage();

export const expect = (value, message) => chai.expect(value, message);
Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
expect.getState = () => getState(expect);
expect.setState = (state) => setState(state, expect);
expect.extend = (matchers) => chai.expect.extend(expect, matchers);
setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null }, expect);
globalThis[GLOBAL_EXPECT] = expect;
expect.extend(customMatchers);
/** The test file that runs, from the repository. */
let playing = '';
expect.extend({
  /** A kept file is compared, never written. */
  toMatchFileSnapshot: (received, file) => {
    const kept = readFileSync(join(dirname(playing), file), 'utf8');
    return { pass: received === kept, message: () => `${file} has\n${kept}\nnot\n${received}` };
  },
});
expect.fail = (message) => chai.assert.fail(message);
expect.unreachable = (message) => chai.assert.fail(message ?? 'expected not to be reached');
/** Tries again until it holds: `await expect.poll(read).toBe(1)`. */
expect.poll = (read, { timeout = pollLimit, interval = 10 } = {}) => {
  const chain = (words) =>
    new Proxy(() => undefined, {
      get: (_, word) => chain([...words, word]),
      apply: async (_, __, args) => {
        const end = performance.now() + timeout;
        for (;;) {
          try {
            const path = words.reduce(({ found }, word) => ({ owner: found, found: found[word] }), {
              found: expect(await read()),
            });
            return path.found.apply(path.owner, args);
          } catch (error) {
            if (performance.now() > end) throw error;
            await sleep(interval);
          }
        }
      },
    });
  return chain([]);
};

const root = () => ({ name: '', tests: [], before: [], after: [], beforeEach: [], afterEach: [] });
let suite = root();

const format = (name, row, index) => {
  const values = Array.isArray(row) ? [...row] : [row];
  const named = name.replace(/\$([\w.]+)/g, (written, path) => {
    const value = path.split('.').reduce((found, key) => found?.[key], values[0]);
    return value === undefined ? written : String(value);
  });
  return named.replace(/%[sdifjo#%]/g, (sign) => {
    if (sign === '%%') return '%';
    if (sign === '%#') return String(index);
    const value = values.shift();
    return sign === '%j' || sign === '%o' || typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  });
};

/** `it` and `describe` alike: what a row, a condition or options add. */
const withModes = (add) => {
  const plain = (name, ...rest) =>
    add(
      String(name),
      rest.find((one) => typeof one === 'function'),
      rest,
    );
  const never = (name) => add.skipped(String(name));
  const each = (rows) => (name, body) =>
    rows.forEach((row, index) =>
      plain(format(name, row, index), () => (Array.isArray(row) ? body(...row) : body(row))),
    );
  return Object.assign(plain, {
    each,
    for: (rows) => (name, body) =>
      rows.forEach((row, index) => plain(format(name, row, index), (context) => body(row, context))),
    skip: never,
    todo: never,
    skipIf: (unless) => (unless ? Object.assign(never, { each: () => never }) : plain),
    runIf: (when) => (when ? plain : Object.assign(never, { each: () => never })),
    concurrent: plain,
    sequential: plain,
  });
};

const addTest = (name, body) => suite.tests.push({ name, body });
addTest.skipped = (name) => suite.tests.push({ name, skipped: true });
const addSuite = (name, body) => {
  const outer = suite;
  suite = { ...root(), name };
  outer.tests.push({ suite });
  body();
  suite = outer;
};
addSuite.skipped = () => undefined;

export const it = withModes(addTest);
export const describe = withModes(addSuite);
export const beforeAll = (hook) => void suite.before.push(hook);
export const afterAll = (hook) => void suite.after.unshift(hook);
export const beforeEach = (hook) => void suite.beforeEach.push(hook);
export const afterEach = (hook) => void suite.afterEach.unshift(hook);
export const onTestFinished = (hook) => void running.getStore().finished.unshift(hook);

const environment = new Map();
export const vi = {
  fn,
  spyOn,
  isMockFunction,
  mocked: (value) => value,
  hoisted: (make) => make(),
  /** Only files whose one replacement is `vscode` are bundled, and the bundle replaces it. */
  mock: () => undefined,
  waitFor: (check) => expect.poll(check).toSatisfy(() => true),
  restoreAllMocks,
  stubEnv: (name, value) => {
    if (!environment.has(name)) environment.set(name, process.env[name]);
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  },
  unstubAllEnvs: () => {
    for (const [name, value] of environment)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    environment.clear();
  },
};

class Skipped extends Error {}

const withLimit = async (work) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
};

async function runTest({ body }, around) {
  const state = { finished: [] };
  const skip = (why) => {
    throw new Skipped(why);
  };
  const context = { skip, onTestFinished, expect };
  return running.run(state, async () => {
    let failure;
    const attempt = async (work) => {
      try {
        await withLimit(work);
      } catch (error) {
        failure ??= error ?? new Error('undefined');
      }
    };
    const ends = [];
    for (const hook of around.before)
      await attempt(async () => {
        const end = await hook(context);
        if (typeof end === 'function') ends.unshift(end);
      });
    if (!failure) await attempt(async () => body(context));
    for (const hook of [...around.after, ...ends, ...state.finished])
      await attempt(async () => hook(context));
    restoreAllMocks();
    return failure;
  });
}

async function runSuite(one, path, around, report, leaveOut) {
  const inner = {
    before: [...around.before, ...one.beforeEach],
    after: [...one.afterEach, ...around.after],
  };
  let broken;
  const ends = [];
  for (const hook of one.before)
    try {
      const end = await withLimit(async () => hook());
      if (typeof end === 'function') ends.unshift(end);
    } catch (error) {
      broken ??= error;
    }
  for (const test of one.tests) {
    if (test.suite) {
      const { suite: next } = test;
      await runSuite(next, [...path, next.name], inner, report, leaveOut);
      continue;
    }
    const name = [...path, test.name].join(' > ');
    if (leaveOut(name)) report('left out', name);
    else if (test.skipped) report('skipped', name);
    else {
      const failure = broken ?? (await runTest(test, inner));
      if (!failure) report('passed', name);
      else if (failure instanceof Skipped) report('skipped', name);
      else report('failed', name, failure);
    }
  }
  for (const hook of [...one.after, ...ends])
    try {
      await withLimit(async () => hook());
    } catch (error) {
      report('failed', [...path, 'afterAll'].join(' > '), error);
    }
}

/** Collects the tests of one file and runs them. */
export async function runFile(file, load, report, leaveOut) {
  playing = file;
  suite = root();
  try {
    await load();
  } catch (error) {
    report('failed', 'the file itself', error);
    return;
  }
  await runSuite(suite, [], { before: [], after: [] }, report, leaveOut);
}
