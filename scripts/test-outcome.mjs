// Reads the reports of the test runners: counts, and each failure in words with the command that repeats it.
import { relative } from 'node:path';

/** Lines of an error that say what was wrong and where. */
const LINES = 16;

/** @param {string} text */
const plain = (text) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colors of a terminal begin with one.
    .replace(/\x1b\[[0-9;]*m/g, '')
    .split('\n')
    .slice(0, LINES)
    .join('\n');

/** A test that ran out of its time is reported at a place in the runner, which does not help. */
const reason = (message = '') => (message.includes('STACK_TRACE_ERROR') ? 'It ran out of its time.' : plain(message));

/** @param {string} text As a word of a shell, for a pattern that finds just this. */
const quoted = (text) => `'${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "'\\''")}'`;

/** Contents of Vitest's JSON report of a project. */
export function vitestOutcome(report, root, project) {
  const failures = [];
  let broken = 0;
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages } of failed)
      failures.push(
        `${file}: ${fullName}\n${reason(failureMessages?.[0])}\n  again: npm run ${project} -- ${file} -t ${quoted(fullName)}`,
      );
    if (status !== 'failed' || failed.length > 0) continue;
    // It could not be loaded, or what it does before or after its tests failed.
    broken += 1;
    failures.push(`${file}\n${reason(message)}\n  again: npm run ${project} -- ${file}`);
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures,
  };
}

/** The files of a Vitest report in which something failed, as absolute paths. */
export const failedFiles = (report) =>
  report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** The counts of a Vitest report, and the tests that each counts: what a failed `beforeAll` keeps from running is skipped. */
const counts = { numPassedTests: ['passed'], numFailedTests: ['failed'], numPendingTests: ['skipped', 'pending'] };

const countOf = (files, statuses) =>
  files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => statuses.includes(status)).length;

/** A Vitest report in which files that ran a second time appear with their second result. */
export function vitestSecondLook(first, second) {
  const repeated = new Set(second.testResults.map(({ name }) => name));
  const replaced = first.testResults.filter(({ name }) => repeated.has(name));
  const after = ([count, statuses]) => [count, first[count] - countOf(replaced, statuses) + second[count]];
  return {
    ...first,
    ...Object.fromEntries(Object.entries(counts).map(after)),
    testResults: [...first.testResults.filter(({ name }) => !repeated.has(name)), ...second.testResults],
  };
}

/** A Playwright report in which failed tests appear with their second result, run by themselves. */
export const playwrightSecondLook = (first, second) => ({
  ...second,
  stats: {
    ...first.stats,
    expected: first.stats.expected + second.stats.expected,
    flaky: first.stats.flaky + second.stats.flaky,
    unexpected: second.stats.unexpected,
  },
});

/** Contents of Playwright's JSON report. */
export function playwrightOutcome({ stats, suites, errors }) {
  const failures = errors.map(({ message }) => plain(message ?? ''));
  const visit = (suite) => {
    for (const { file, title, tests } of suite.specs ?? [])
      for (const { status, results } of tests) {
        if (status !== 'unexpected') continue;
        const said = results.flatMap((result) => result.errors.map(({ message }) => plain(message ?? ''))).slice(0, 4);
        failures.push(`${file}: ${title}\n${said.join('\n')}\n  again: npm run browser -- ${file} -g ${quoted(title)}`);
      }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  suites.forEach(visit);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures,
  };
}

/**
 * Result of a suite: its report, which may be missing, and the end of its runner. A runner that fails although none of
 * its tests did counts as one failure.
 */
export function suiteOutcome({ name, status, log }, reported) {
  const { passed, failed, skipped, failures } = reported ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
  if (failed > 0 || status === 0) return { passed, failed, skipped, failures };
  return { passed, failed: 1, skipped, failures: [...failures, `${name} ended with ${status}: see ${log}`] };
}
