import { expect, test } from 'vitest';
import {
  failedFiles,
  playwrightOutcome,
  playwrightSecondLook,
  suiteOutcome,
  vitestOutcome,
  vitestSecondLook,
} from '../scripts/test-outcome.mjs';

const runner = { name: 'unit tests', status: 0, log: 'unit.log' };
const report = (more: object) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  testResults: [],
  ...more,
});

test('a suite that passed has no failure', () => {
  expect(suiteOutcome(runner, vitestOutcome(report({}), '/project', 'unit'))).toEqual({
    passed: 3,
    failed: 0,
    skipped: 0,
    failures: [],
  });
});

test.each([
  ['has no report', undefined, 0],
  ['says that all passed', vitestOutcome(report({}), '/project', 'unit'), 3],
])('a runner that fails and %s counts as one failure', (_what, reported, passed) => {
  expect(suiteOutcome({ ...runner, status: 137 }, reported)).toEqual({
    passed,
    failed: 1,
    skipped: 0,
    failures: ['unit tests ended with 137: see unit.log'],
  });
});

test('a test that failed is named with the command that repeats it, and a file that could not be read counts', () => {
  const testResults = [
    {
      name: '/project/features/a.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: "it's (so)", failureMessages: ['\u001b[31mno\u001b[39m'] }],
    },
    { name: '/project/features/b.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
  ];
  const reported = vitestOutcome(report({ numFailedTests: 1, testResults }), '/project', 'unit');
  expect(suiteOutcome({ ...runner, status: 1 }, reported)).toMatchObject({
    failed: 2,
    failures: [
      "features/a.test.ts: it's (so)\nno\n  again: npm run unit -- features/a.test.ts -t 'it'\\''s \\(so\\)'",
      'features/b.test.ts\nno such file\n  again: npm run unit -- features/b.test.ts',
    ],
  });
});

test('a page that failed once and passed then counts as passed; one that failed for good, and what could not begin, do not', () => {
  const spec = {
    file: 'a.spec.ts',
    title: 'opens',
    tests: [{ status: 'unexpected', results: [{ errors: [{ message: 'no' }] }] }],
  };
  const stats = { expected: 5, flaky: 1, unexpected: 1, skipped: 2 };
  expect(
    playwrightOutcome({ stats, suites: [{ suites: [{ specs: [spec] }] }], errors: [{ message: 'no config' }] }),
  ).toEqual({
    passed: 6,
    failed: 1,
    skipped: 2,
    failures: ['no config', "a.spec.ts: opens\nno\n  again: npm run browser -- a.spec.ts -g 'opens'"],
  });
});

test('a file that is run again counts as it ended then, whether its tests or the file itself had failed', () => {
  const ended = (name: string, status: string, tests: string[]) => ({
    name: `/project/${name}`,
    status,
    assertionResults: tests.map((test) => ({ status: test, fullName: 'opens', failureMessages: ['no'] })),
  });
  const first = report({
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 1,
    testResults: [
      ended('steady.test.ts', 'passed', ['passed']),
      ended('busy.test.ts', 'failed', ['passed', 'failed']),
      ended('unready.test.ts', 'failed', ['skipped']),
    ],
  });
  expect(failedFiles(first)).toEqual(['/project/busy.test.ts', '/project/unready.test.ts']);
  const [busy, unready] = [
    ended('busy.test.ts', 'passed', ['passed', 'passed']),
    ended('unready.test.ts', 'passed', ['passed']),
  ];
  const both = vitestSecondLook(first, report({ numPassedTests: 3, testResults: [busy, unready] }));
  expect(vitestOutcome(both, '/project', 'unit')).toEqual({ passed: 4, failed: 0, skipped: 0, failures: [] });
  const broken = ended('busy.test.ts', 'failed', ['passed', 'failed']);
  const still = vitestSecondLook(
    first,
    report({ numPassedTests: 2, numFailedTests: 1, testResults: [broken, unready] }),
  );
  expect(vitestOutcome(still, '/project', 'unit')).toMatchObject({ passed: 3, failed: 1 });
});

test('pages that failed and pass by themselves count as passed, and those that fail again do not', () => {
  const stats = (expected: number, unexpected: number) => ({ expected, unexpected, flaky: 0, skipped: 0 });
  const first = { stats: stats(5, 2), suites: [], errors: [] };
  const second = { stats: stats(1, 1), suites: [], errors: [] };
  expect(playwrightOutcome(playwrightSecondLook(first, second))).toMatchObject({ passed: 6, failed: 1 });
});
