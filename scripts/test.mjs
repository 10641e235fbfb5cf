// `npm test`: everything there is to check, on a machine that may have nothing but Node. Ends with one line over all suites.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { bin, check, checks, logged, reports, root, since } from './checks.mjs';
import { installPackages, run } from './installed.mjs';
import { playwrightOutcome, suiteOutcome, vitestOutcome } from './test-outcome.mjs';

/** What the suites drive and talk to: a browser, a real Open vSwitch, real peers. */
const debianPackages = {
  chromium: '/usr/bin/chromium',
  'openvswitch-switch': '/usr/sbin/ovs-vswitchd',
  iproute2: '/usr/sbin/ip',
  ethtool: '/usr/sbin/ethtool',
  tcpdump: '/usr/bin/tcpdump',
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
  'nats-server': '/usr/sbin/nats-server',
  postgresql: '/usr/bin/pg_ctlcluster',
};

/** What a suite takes in the place of something heavier: without it, it takes longer. */
const sparingPackages = { 'chromium-headless-shell': '/usr/bin/chromium-headless-shell' };

const missingOf = (packages) =>
  Object.entries(packages)
    .filter(([, file]) => !existsSync(file))
    .map(([name]) => name);

const installer = '/usr/bin/apt-get';
const isDebianRoot = () => process.getuid?.() === 0 && existsSync(installer);

/** No more than some seconds are waited for what can be done without. */
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

/** What went wrong, in words, for the end. */
const failures = [];

/** Milliseconds between two lines that say how far a suite is. */
const PROGRESS = 60_000;

/** Counts a check that passes or fails as one. */
async function counted(checking) {
  const failure = await checking;
  total[failure === undefined ? 'passed' : 'failed'] += 1;
  if (failure !== undefined) failures.push(failure);
}

/** Runs a suite of tests and adds up what came of it. */
async function suite(name, { command, args, env, outcome, progress }) {
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
  const {
    passed,
    failed,
    skipped,
    failures: own,
  } = suiteOutcome(
    { name, status, log: relative(root, log) },
    existsSync(report) ? outcome(JSON.parse(readFileSync(report, 'utf8')), root) : undefined,
  );
  total.passed += passed;
  total.skipped += skipped;
  total.failed += failed;
  failures.push(...own);
  console.log(
    `${failed === 0 ? 'passed' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${since(start)})`,
  );
}

/** What the dots of Vitest say: how many tests have ended. */
const dots = (log) => `${log.split('·').length - 1} passed`;

const vitest = (project, { options = [], niceness = 0 } = {}) =>
  suite(`${project} tests`, {
    command: 'nice',
    args: (report) => [
      ...['-n', String(niceness), bin('vitest'), 'run', '--project', project, ...options],
      ...['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    ],
    outcome: (report) => vitestOutcome(report, root, project),
    progress: dots,
  });

const playwright = () =>
  suite('browser tests', {
    command: bin('playwright'),
    args: () => ['test', '-c', 'tests/browser/playwright.config.ts', '--reporter=line,json'],
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    outcome: playwrightOutcome,
    progress: (log) => log.match(/\[\d+\/\d+\]/g)?.at(-1) ?? 'starting',
  });

installPackages(root);
installDebianPackages();
installSparingPackages();
mkdirSync(reports, { recursive: true });

const start = Date.now();
await Promise.all(checks.map((one) => counted(check(one))));
await counted(check({ name: 'build', command: process.execPath, args: ['scripts/build.mjs', '--cloud'] }));
// Interop waits for real peers, unit and browser tests compute: side by side, with the turn of whoever waits first.
await Promise.all([
  vitest('unit', { niceness: 10 }).then(playwright),
  vitest('interop', { options: [`--maxWorkers=${availableParallelism() * 2}`] }),
]);

// In CI everything can run, so that a skipped test is a test that was lost.
const lost = process.env.CI && total.skipped > 0;
for (const failure of failures) console.error(`\n✗ ${failure}`);
if (lost) console.error(`\n${total.skipped} tests were skipped that should have run here.`);
console.log(`\nAll suites took ${since(start)}; what they printed is in ${relative(process.cwd(), reports) || '.'}.`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 || lost ? 1 : 0);
