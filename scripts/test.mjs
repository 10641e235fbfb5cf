// `npm test`: everything there is to check, on a machine that may have nothing but Node. Ends with one line over all suites.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages, run } from './installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const reports = join(root, '.cache', 'reports');

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

function installDebianPackages() {
  const missing = Object.entries(debianPackages)
    .filter(([, file]) => !existsSync(file))
    .map(([name]) => name);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`Some suites need ${missing.join(', ')}: install them, or run npm test as root on Debian.`);
    return;
  }
  console.log(`Installing ${missing.join(', ')} …`);
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] };
  run('apt-get', ['update', '-qq'], quiet);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], quiet);
}

const total = { passed: 0, failed: 0, skipped: 0 };

/** Runs a check that passes or fails as one. */
function check(name, command, args) {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  total[status === 0 ? 'passed' : 'failed'] += 1;
}

/** Runs a suite of tests and adds up what its report says; a runner that died counts as one failure. */
function suite(name, command, args, env, count) {
  console.log(`\n— ${name}`);
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`);
  rmSync(report, { force: true });
  const { status } = spawnSync(command, args(report), {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env(report) },
  });
  if (!existsSync(report)) {
    total.failed += 1;
    return;
  }
  const counted = count(JSON.parse(readFileSync(report, 'utf8')));
  total.passed += counted.passed;
  total.skipped += counted.skipped;
  total.failed += counted.failed === 0 && status !== 0 ? 1 : counted.failed;
}

const vitest = (project, ...options) =>
  suite(
    `${project} tests`,
    bin('vitest'),
    (report) => [
      ...['run', '--project', project, ...options],
      ...['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    ],
    () => ({}),
    (result) => ({
      passed: result.numPassedTests,
      failed:
        result.numFailedTests +
        result.testResults.filter(
          ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
        ).length,
      skipped: result.numPendingTests + (result.numTodoTests ?? 0),
    }),
  );

const playwright = () =>
  suite(
    'browser tests',
    bin('playwright'),
    () => ['test', '-c', 'tests/browser/playwright.config.ts', '--reporter=line,json'],
    (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }),
  );

installPackages(root);
installDebianPackages();
mkdirSync(reports, { recursive: true });

check('types', bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']);
check('lint and format', bin('biome'), ['ci', '.']);
check('floors of the house', process.execPath, ['scripts/check-floors.mjs']);
check('lock file', process.execPath, ['scripts/check-lock.mjs']);
check('places of translations', process.execPath, ['scripts/place-translations.mjs', '--check']);
check('dead code', bin('knip'), []);
check('build', process.execPath, ['scripts/build.mjs', '--cloud']);
vitest('unit');
// Real peers are waited for far longer than anything is computed.
vitest('interop', `--maxWorkers=${Math.ceil(availableParallelism() * 1.5)}`);
playwright();

// In CI everything can run, so that a skipped test is a test that was lost.
const lost = process.env.CI && total.skipped > 0;
if (lost) console.error(`\n${total.skipped} tests were skipped that should have run here.`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 || lost ? 1 : 0);
