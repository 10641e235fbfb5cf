// `npm test`: everything there is to check, on a machine that may have nothing but Node. Ends with one line over all suites.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fetchAnsibleCollections } from './ansible-collections.mjs';
import { bin, check, checks, logged, reports, root, since } from './checks.mjs';
import { makeDebianRoot } from './debian-root.mjs';
import { installPackages, run } from './installed.mjs';
import { fetchNode, nodeReleases, onNode } from './node-releases.mjs';
import {
  failedFiles,
  playwrightOutcome,
  playwrightSecondLook,
  suiteOutcome,
  vitestOutcome,
  vitestSecondLook,
} from './test-outcome.mjs';

/** Requirements of the suites: a browser, a real Open vSwitch, real peers. */
const debianPackages = {
  chromium: '/usr/bin/chromium',
  'openvswitch-switch': '/usr/sbin/ovs-vswitchd',
  iproute2: '/usr/sbin/ip',
  ethtool: '/usr/sbin/ethtool',
  tcpdump: '/usr/bin/tcpdump',
  tshark: '/usr/bin/tshark',
  curl: '/usr/bin/curl',
  'iputils-ping': '/usr/bin/ping',
  python3: '/usr/bin/python3',
  procps: '/usr/sbin/sysctl',
  chrony: '/usr/sbin/chronyd',
  rsyslog: '/usr/sbin/rsyslogd',
  'dnsmasq-base': '/usr/sbin/dnsmasq',
  udhcpc: '/usr/sbin/udhcpc',
  lldpd: '/usr/sbin/lldpd',
  snmp: '/usr/bin/snmpwalk',
  snmpd: '/usr/sbin/snmpd',
  snmptrapd: '/usr/sbin/snmptrapd',
  smitools: '/usr/bin/smilint',
  freeradius: '/usr/sbin/freeradius',
  wpasupplicant: '/usr/sbin/wpa_supplicant',
  'openssh-client': '/usr/bin/ssh',
  'inetutils-telnet': '/usr/bin/telnet',
  expect: '/usr/bin/expect',
  rancid: '/usr/bin/clogin',
  'python3-netmiko': '/usr/lib/python3/dist-packages/netmiko/__init__.py',
  'ansible-core': '/usr/bin/ansible-playbook',
  'prometheus-snmp-exporter': '/usr/bin/prometheus-snmp-exporter',
  'nats-server': '/usr/sbin/nats-server',
  postgresql: '/usr/bin/pg_ctlcluster',
  pebble: '/usr/bin/pebble',
  mmdebstrap: '/usr/bin/mmdebstrap',
};

/** Optional tools of a suite: without them, it takes longer. */
const sparingPackages = { 'chromium-headless-shell': '/usr/bin/chromium-headless-shell' };

const missingOf = (packages) =>
  Object.entries(packages)
    .filter(([, file]) => !existsSync(file))
    .map(([name]) => name);

const installer = '/usr/bin/apt-get';
const isDebianRoot = () => process.getuid?.() === 0 && existsSync(installer);

/** At most some seconds are spent waiting for optional things. */
const briefly = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10', '-o', 'Acquire::Retries=0'];

function installSparingPackages() {
  const missing = missingOf(sparingPackages);
  if (missing.length === 0 || !isDebianRoot()) return;
  console.log(`Installing ${missing.join(', ')} …`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...missing]]) {
    if (spawnSync(installer, [...briefly, ...args], options).status === 0) continue;
    console.log(`${missing.join(', ')} cannot be had here: the browser tests take longer.`);
    return;
  }
}

function installDebianPackages() {
  const missing = missingOf(debianPackages);
  if (missing.length === 0) return;
  if (!isDebianRoot()) {
    console.error(`Some suites need ${missing.join(', ')}: install them, or run npm test as root on Debian.`);
    return;
  }
  console.log(`Installing ${missing.join(', ')} …`);
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] };
  run(installer, ['update', '-qq'], quiet);
  run(installer, ['install', '-y', '-qq', '--no-install-recommends', ...missing], quiet);
}

const total = { passed: 0, failed: 0, skipped: 0 };

/** Failures, in words, for the end. */
const failures = [];

/** Milliseconds between two lines that say how far a suite is. */
const PROGRESS = 60_000;

/** Counts a check that passes or fails as one. */
async function counted(checking) {
  const failure = await checking;
  total[failure === undefined ? 'passed' : 'failed'] += 1;
  if (failure !== undefined) failures.push(failure);
}

/** More failures than this are no matter of load, and are not repeated. */
const REPEATED = 12;

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Runs a suite of tests; resolves to how it ended. */
async function suite(one) {
  const { name, command, args, env, progress } = one;
  const start = Date.now();
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`);
  rmSync(report, { force: true });
  const log = join(reports, `${name.replaceAll(' ', '-')}.log`);
  const telling = setInterval(
    () => console.log(`        ${name}: ${progress(readFileSync(log, 'utf8'))} so far`),
    PROGRESS,
  );
  const status = await logged(log, command, args(report), env?.(report));
  clearInterval(telling);
  const outcome = outcomeOf(one, { status, log, report: readReport(report) });
  const { passed, failed, skipped } = outcome;
  console.log(
    `${failed === 0 ? 'passed' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${since(start)})`,
  );
  return outcome;
}

/** How a suite ended, with all that a second look at it needs. */
const outcomeOf = (one, { status, log, report }) => ({
  ...suiteOutcome({ name: one.name, status, log: relative(root, log) }, report && one.outcome(report)),
  ...{ one, status, log, report },
});

/**
 * Repeats the tests of a suite that failed, once all suites have ended: what the load of the others made fail passes now, and
 * is named. Adds up what came of it.
 */
async function secondLook(first) {
  const again = first.failed > 0 && first.report ? first.one.again(first) : undefined;
  const ended = again ? await repeated(first, again) : first;
  total.passed += ended.passed;
  total.skipped += ended.skipped;
  total.failed += ended.failed;
  failures.push(...ended.failures);
}

async function repeated(first, { args, merged }) {
  const { one } = first;
  console.log(`        ${one.name}: what failed, once more by itself:\n${first.failures.join('\n')}`);
  const second = await suite({ ...one, name: `${one.name} again`, args });
  // A runner that fails though its tests pass is a failure the second time, too.
  return second.report ? outcomeOf(one, { ...second, report: merged(first.report, second.report) }) : first;
}

/** The number of finished tests, from Vitest's dots. */
const dots = (log) => `${log.split('·').length - 1} passed`;

function vitest(project, { name = `${project} tests`, options = [], paths = [], env, niceness = 0 } = {}) {
  const args = (report, files = paths) => [
    ...['-n', String(niceness), bin('vitest'), 'run', '--project', project, ...options],
    ...['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...files],
  ];
  return suite({
    name,
    command: 'nice',
    args: (report) => args(report),
    env: () => env,
    outcome: (report) => vitestOutcome(report, root, project),
    again: ({ report, log }) => {
      const files = failedFiles(report).map((file) => relative(root, file));
      // An error that no test caught is in no report: repeating the tests would lose it.
      const isUncaught = /Unhandled (?:Error|Rejection)/.test(readFileSync(log, 'utf8'));
      if (isUncaught || files.length === 0 || files.length > REPEATED) return undefined;
      return { args: (to) => args(to, files), merged: vitestSecondLook };
    },
    progress: dots,
  });
}

/** The programs that tests start are there already. */
const built = { FACEPLATE_BUILT: '1' };

/** What depends on the release of Node: the built programs, memory, files, threads, and the database. */
const sample = ['tests/dist-alone.test.ts', 'device/switch', 'device/flash', 'cloud/store'];

/** The sample on the further releases of Node that could be fetched, one after the other. */
async function onFurtherNodes() {
  const outcomes = [];
  for (const release of nodeReleases) {
    const missing = await nodes.get(release);
    if (missing !== undefined) console.log(`Node ${release} is not tried, since it cannot be had: ${missing}`);
    else
      outcomes.push(
        await vitest('unit', {
          ...{ name: `unit tests on Node ${release}`, paths: sample, options: ['--maxWorkers=1'] },
          ...{ env: { ...onNode(release), ...built }, niceness: 10 },
        }),
      );
  }
  return outcomes;
}

function playwright({ niceness }) {
  const args = [
    ...['-n', String(niceness), bin('playwright'), 'test'],
    ...['-c', 'tests/browser/playwright.config.ts', '--reporter=line,json'],
  ];
  return suite({
    name: 'browser tests',
    command: 'nice',
    args: () => args,
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    outcome: playwrightOutcome,
    again: ({ report: { stats, errors } }) =>
      errors.length > 0 || stats.unexpected > REPEATED
        ? undefined
        : { args: () => [...args, '--last-failed'], merged: playwrightSecondLook },
    progress: (log) => log.match(/\[\d+\/\d+\]/g)?.at(-1) ?? 'starting',
  });
}

installPackages(root);
installDebianPackages();
installSparingPackages();
const missingCollections = isDebianRoot() ? fetchAnsibleCollections() : 'only root on Debian can fetch them';
if (missingCollections !== undefined)
  console.log(`Ansible is not tried, since its collections are missing: ${missingCollections}`);
// Mostly waits for the network.
const nodes = new Map(nodeReleases.map((release) => [release, fetchNode(release)]));
const debian = isDebianRoot() ? makeDebianRoot() : Promise.resolve('only root on Debian can make it');
mkdirSync(reports, { recursive: true });

const start = Date.now();
const checkAll = (some) => Promise.all(some.map((one) => counted(check(one))));
// What the build writes is checked before it does.
await checkAll(checks.filter(({ isWritten }) => isWritten));
const checked = checkAll(checks.filter(({ isWritten }) => !isWritten));
await counted(check({ name: 'build', command: process.execPath, args: ['scripts/build.mjs', '--cloud'] }));
// Interop waits for real peers, the browser for pages, unit tests compute: in parallel, no core is idle.
const further = onFurtherNodes();
const ended = await Promise.all([
  // A third of their time they wait, which shows once they are the last ones.
  vitest('unit', { env: built, niceness: 10, options: [`--maxWorkers=${availableParallelism() + 1}`] }),
  playwright({ niceness: 5 }),
  debian.then((missing) => {
    if (missing !== undefined)
      console.log(`The package is tried on this host, since there is no Debian 13: ${missing}`);
    return vitest('interop', { env: built, options: [`--maxWorkers=${availableParallelism() * 2}`] });
  }),
]);
await checked;
for (const one of [...ended, ...(await further)]) await secondLook(one);

// In CI everything can run, so that a skipped test is a test that was lost.
const lost = process.env.CI && total.skipped > 0;
for (const failure of failures) console.error(`\n✗ ${failure}`);
if (lost) console.error(`\n${total.skipped} tests were skipped that should have run here.`);
console.log(`\nAll suites took ${since(start)}; what they printed is in ${relative(process.cwd(), reports) || '.'}.`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 || lost ? 1 : 0);
