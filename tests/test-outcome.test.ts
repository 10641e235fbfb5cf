import { expect, test } from 'vitest';
import { playwrightOutcome, suiteOutcome, vitestOutcome } from '../scripts/test-outcome.mjs';

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
