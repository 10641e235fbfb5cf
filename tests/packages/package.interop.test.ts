import { type ChildProcess, execFileSync, type SpawnOptions } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_MODEL } from '../../apps/device/models.ts';
import { softwareVersion } from '../../device/software-version.ts';
import { FIRMWARE_UPLOAD } from '../../features/tools/firmware-upgrade/objects.ts';
import { debianRoot } from '../../scripts/debian-root.mjs';
import { agentBundle } from '../agent/agent-bundle.ts';
import { DistantClient } from '../agent/distant-client.ts';
import { BootedHost, bootObstacle } from './booted-host.ts';
import { containerSteps } from './container-steps.ts';

/**
 * The Debian package on a host that boots systemd: a copy of the Debian 13 that npm test makes, or of this host where there is none.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const host = existsSync(debianRoot) ? debianRoot : '/';
const EPOCH = '1700000000';
const LARGEST = 3_000_000;
const LATER = '99.0.0';
const ADDRESS = '192.168.10.200';

const shared = mkdtempSync(join(tmpdir(), 'faceplate-packages-'));
const name = `faceplate_${softwareVersion}_all.deb`;

const run = (program: string, ...words: string[]) =>
  execFileSync(program, words, { encoding: 'utf8', env: { ...process.env, SOURCE_DATE_EPOCH: EPOCH } });

const sha256 = (octets: Uint8Array) => createHash('sha256').update(octets).digest('hex');

/** The checksum of everything in a package, uncompressed. */
function contentOf(file: string): string {
  if (file.endsWith('.gz')) return sha256(gunzipSync(readFileSync(file)));
  const tar = (part: string) => execFileSync('dpkg-deb', [part, file], { maxBuffer: 1 << 30 });
  return sha256(Buffer.concat([tar('--ctrl-tarfile'), tar('--fsys-tarfile')]));
}

beforeAll(() => {
  run(process.execPath, join(root, 'scripts', 'package.mjs'), '--out', shared);
}, 300_000);

afterAll(() => rmSync(shared, { recursive: true, force: true }));

describe('the Debian package', () => {
  it('is small, for every architecture, and asks for a Node.js that is new enough', () => {
    expect(statSync(join(shared, name)).size).toBeLessThan(LARGEST);
    const control = run('dpkg-deb', '--field', join(shared, name));
    expect(control).toContain('Architecture: all\n');
    expect(control).toContain('Depends: nodejs (>= 20.19)');
    expect(control).toContain('Recommends: openvswitch-switch');
    expect(control).toContain(`Version: ${softwareVersion}\n`);
  });

  it('has the same octets when it is built again, elsewhere, at another time and by other settings of the shell', () => {
    const again = mkdtempSync(join(tmpdir(), 'faceplate-packages-'));
    try {
      // To compress as hard again would take most of the time.
      const words = [join(root, 'scripts', 'package.mjs'), '--out', again, '--level', '1'];
      const other = { SOURCE_DATE_EPOCH: EPOCH, TZ: 'Asia/Tokyo', LC_ALL: 'C.UTF-8', XZ_OPT: '-0', GZIP: '-1' };
      const environment = { ...process.env, ...other };
      execFileSync('sh', ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, ...words], {
        cwd: tmpdir(),
        env: environment,
        encoding: 'utf8',
      });
      const packed = (folder: string) => readdirSync(folder).filter((file) => /^faceplate.*\.(?:deb|gz)$/.test(file));
      expect(packed(again)).toHaveLength(packed(shared).length);
      for (const file of packed(shared)) expect(contentOf(join(again, file)), file).toBe(contentOf(join(shared, file)));
      const sums = (folder: string) => readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
      const plain = (folder: string) => sums(folder).filter((line) => !/\.(?:deb|gz)$/.test(line));
      expect(plain(again)).toEqual(plain(shared));
      for (const line of sums(shared)) {
        const [sum, file = ''] = line.split('  ');
        expect(sha256(readFileSync(join(shared, file))), file).toBe(sum);
      }
    } finally {
      rmSync(again, { recursive: true, force: true });
    }
  }, 300_000);

  it('has everything of root, at one time, and no package of npm', () => {
    const lines = run('dpkg-deb', '--contents', join(shared, name)).trim().split('\n');
    expect(lines.filter((line) => !/^[d-]rw[x-]r-[x-]r-[x-] root\/root +\d+ 2023-11-14 /.test(line))).toEqual([]);
    const paths = lines.map((line) => line.split(' ./').at(-1) ?? '');
    expect(paths.filter((path) => /node_modules|firmware\.pub|\.test\./.test(path))).toEqual([]);
    for (const path of ['THIRD-PARTY-LICENSES.txt', 'sbom.cdx.json', 'copyright', 'changelog.gz']) {
      expect(paths).toContain(`usr/share/doc/faceplate/${path}`);
    }
  });

  it.each(readdirSync(join(root, 'packaging', 'systemd')).filter((unit) => unit.endsWith('.service')))(
    'limits what %s may do',
    (unit) => {
      const words = ['security', '--offline=true', '--threshold=25', join(root, 'packaging', 'systemd', unit)];
      expect(run('systemd-analyze', ...words, '--no-pager')).toMatch(/Overall exposure level .*: [012]\.\d/);
    },
  );
});

const obstacle = bootObstacle(host);
if (obstacle !== undefined) {
  it(`is not tried on a booted host here, because ${obstacle}`, () => {});
}

const debian = /^VERSION_ID="?(\d+)/m.exec(readFileSync(join(host, 'etc', 'os-release'), 'utf8'))?.[1] ?? 'unknown';
if (host === '/' && debian !== '13') {
  it('is not tried on Debian 13 here, because npm test could not make its files', () => {});
}

describe.runIf(obstacle === undefined)(`on a booted host of Debian ${debian}, the package`, () => {
  let booted: BootedHost;
  const requesters: ChildProcess[] = [];
  const must = (line: string) => booted.must(line);
  const user = async (unit: string) =>
    must(`ps -o user= -p $(systemctl show -P MainPID ${unit}) | tr -d ' '; systemctl show -P ActiveState ${unit}`);
  const isForwarding = async () => (await booted.run('ip netns exec h1 ping -qc1 -W1 10.0.0.2')).code === 0;

  beforeAll(async () => {
    booted = await BootedHost.boot(host, shared);
    await must(
      `mkdir -p /run/netns; for n in 1 2 3; do ip netns add h$n
        ip link add p$n type veth peer name eth0 netns h$n; ip link set p$n mtu 1600
        ip netns exec h$n ethtool -K eth0 tx off
        ip -n h$n link set eth0 up; ip -n h$n address add 10.0.0.$n/24 dev eth0; done
        ip -n h3 address add 192.168.10.1/24 dev eth0`,
    );
  }, 120_000);

  afterAll(async () => booted?.end());

  /** Pings every 20 ms while `work` is done; resolves to how many were lost. */
  async function lostDuring(work: () => Promise<unknown>): Promise<number> {
    await must('ip netns exec h1 ping -n -i 0.02 -W1 10.0.0.2 > /tmp/pings 2>&1 & sleep 0.2');
    await work();
    await must('sleep 1; pkill -INT ping');
    const output = await must('while pgrep -x ping > /dev/null; do sleep 0.05; done; cat /tmp/pings');
    const answered = [...output.matchAll(/icmp_seq=(\d+)/g)].map(([, number]) => Number(number));
    const last = Math.max(...answered);
    expect(last).toBeGreaterThan(20);
    // The end of ping does not wait for answers that are on their way.
    expect(Number(/(\d+) packets transmitted/.exec(output)?.[1]) - last).toBeLessThan(5);
    return last - new Set(answered).size;
  }

  const journal = () => must('journalctl -u faceplate-agent -o cat');

  /** An administrator on h3, whose uploads leave room for pings. The journal says where the first password is. */
  async function signedIn(): Promise<DistantClient> {
    const [, file] = /first password of admin is in (\S+)\./.exec(await journal()) ?? [];
    const password = await must(`cat ${file}`);
    const spawn = (_: string, words: readonly string[], options: SpawnOptions) => {
      const requester = booted.spawn('h3', ['node', ...words], options);
      requesters.push(requester);
      return requester;
    };
    const console = new DistantClient({ spawn }, ADDRESS);
    await expect.poll(() => console.login(password).catch(() => undefined)).toBe(0);
    return console;
  }

  it('installs, starts nothing before it is told to, and runs as users of its own without root', async () => {
    await must(`dpkg -i /mnt/${name}`);
    expect((await booted.run('systemctl is-active faceplate-agent faceplate-cloud')).output).toMatch(
      /^inactive\ninactive/,
    );
    await must(
      `printf "%b\\n" "--datapath openvswitch\\r" "--ports p1,p2,p3" "--listen ${ADDRESS}:443" >> /etc/faceplate/agent.conf`,
    );
    // A start that is stopped is no failure.
    await must(
      'systemctl start faceplate-agent; until pgrep -x node; do sleep 0.02; done; systemctl stop faceplate-agent',
    );
    expect((await booted.run('systemctl is-active faceplate-agent')).stdout).toBe('inactive');
    await must('systemctl start faceplate-agent');
    await expect.poll(isForwarding).toBe(true);
    expect(await user('faceplate-agent')).toBe('faceplate\nactive');
    expect(await must('ps -o user= -C ovs-vswitchd')).toMatch(/^facepl/);
    expect(await journal()).not.toMatch(/refused|not permitted|EACCES|EPERM/i);
    await must('systemctl start faceplate-cloud');
    const told = () => must('journalctl -u faceplate-cloud -o cat');
    await expect.poll(told).toMatch(/Listening on http:|This Node.js has no SQLite: /);
    await must('systemctl stop faceplate-cloud');
  }, 120_000);

  it.each([
    ['a restart', 'systemctl restart faceplate-agent'],
    ['kill -9 of all its processes', 'systemctl kill -s KILL faceplate-agent'],
    ['an upgrade', `dpkg -i /mnt/later.deb`],
    ['a downgrade', `dpkg -i --force-downgrade /mnt/${name}`],
  ])(
    'loses no frame at %s',
    async (what, line) => {
      if (what === 'an upgrade') {
        run('dpkg-deb', '-R', join(shared, name), join(shared, 'tree'));
        run('sed', '-i', `s/^Version: .*/Version: ${LATER}/`, join(shared, 'tree', 'DEBIAN', 'control'));
        run('dpkg-deb', '--root-owner-group', '-Znone', '-b', join(shared, 'tree'), join(shared, 'later.deb'));
      }
      const before = await must('systemctl show -P MainPID faceplate-agent');
      expect(await lostDuring(() => must(line))).toBe(0);
      await expect.poll(() => must('systemctl show -P ActiveState faceplate-agent')).toBe('active');
      expect(await must('systemctl show -P MainPID faceplate-agent')).not.toBe(before);
      expect(await must('grep -c "ports p1,p2" /etc/faceplate/agent.conf')).toBe('1');
    },
    120_000,
  );

  it('loses no frame at a change of its firmware from the console', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(shared, 'firmware.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
    const folder = '/var/lib/faceplate/agent/firmware';
    await must(`mkdir -p ${folder}; cp /mnt/firmware.pub ${folder}; chown -R faceplate:faceplate ${folder}`);
    const console = await signedIn();
    expect(await console.read('fwUpgradeCtrl')).toMatchObject({ fwRunningImage: 0 });
    const bundle = new Blob([new Uint8Array(agentBundle(privateKey, LATER, { models: [DEFAULT_MODEL] }))]);
    const log = '/var/lib/faceplate/agent/openvswitch/ovs-vswitchd.log';
    await must(`head -c 2000000 /dev/zero >> ${log}`);
    const choice = { fwStart: 1, fwMethod: 1, fwRebootAfter: 2 };
    expect((await console.set('fwUpgradeCtrl', choice)).error.message).toBe('');
    expect((await console.upload(FIRMWARE_UPLOAD, bundle)).error.message).toBe('');
    await expect.poll(() => console.read('fwUpgradeCtrl')).toMatchObject({ fwNextImage: 1 });
    // Not the upload: its frames and those of the pings have the same processor.
    const lost = await lostDuring(async () => {
      await console.set('sysRebootCtrl', { rebootType: 1 }).catch(() => undefined);
      await expect.poll(journal).toContain(`Firmware ${LATER} of slot 1;`);
      const upgraded = await signedIn();
      expect(await upgraded.read('fwUpgradeCtrl')).toMatchObject({ fwRunningImage: 1, fwRunningVersion: LATER });
    });
    expect(lost).toBe(0);
    expect(Number(await must(`stat -c %s ${log}`))).toBeLessThan(1_000_000);
  }, 240_000);

  it('replaces an ovs-vswitchd that hangs', async () => {
    const program = async () => (await booted.run('pgrep -x ovs-vswitchd')).stdout;
    const before = await program();
    await must(`kill -STOP ${before}`);
    await expect.poll(async () => (await program()) !== before && (await isForwarding())).toBe(true);
  }, 60_000);

  it('leaves the host as it was when it is removed after its options were edited, and nothing when it is purged', async () => {
    // With their input, administrators' programs end.
    for (const requester of requesters) requester.stdin?.end();
    await must('sed -i "/^--datapath/d; /^--ports/d; s/^--listen .*/--no-such-option/" /etc/faceplate/agent.conf');
    await must('dpkg -r faceplate');
    expect(await isForwarding()).toBe(false);
    expect(await must('ip -br link')).not.toMatch(/faceplate|ovs-|switch/);
    expect(await must('cat /sys/class/net/p1/mtu')).toBe('1600');
    expect((await booted.run('pgrep -a "ovs|node"; ls /run | grep faceplate')).output).toBe('');
    await must('test -e /etc/faceplate/agent.conf && test -d /var/lib/faceplate/agent/flash');
    await must('dpkg -P faceplate');
    expect(
      (await booted.run('ls -d /etc/faceplate /var/lib/faceplate /var/cache/faceplate /usr/lib/faceplate')).output,
    ).not.toMatch(/^\//m);
    expect((await booted.run('id faceplate; id faceplate-cloud')).output).toMatch(/no such user[\s\S]*no such user/);
  }, 60_000);

  /** A line that ends everything in a network namespace that may not be there. */
  const ended = (netns: string) =>
    `pids() { ip netns pids ${netns} 2> /dev/null; }; while test -n "$(pids)"; do pids | xargs -r kill -9; sleep 0.05; done`;

  // An image is what its Containerfile puts on Debian 13, which this host is, and what it starts there.
  it.each(['agent', 'cloud'])(
    'is not needed by the image of the %s, which starts from the tarball',
    async (kind) => {
      const file = join(root, 'packaging', 'oci', `${kind}.Containerfile`);
      const { lines, packages, command, user } = containerSteps(readFileSync(file, 'utf8'));
      const folder = `/tmp/${kind}/faceplate-${softwareVersion}`;
      // It begins with an empty file system, also where one before it did not come to its end.
      for (const former of ['agent', 'cloud'])
        await must(`${ended(former)}; ip netns del ${former} 2> /dev/null || true`);
      await must('rm -rf /var/lib/faceplate /usr/lib/faceplate /usr/share/doc/faceplate');
      await must('! id faceplate-cloud > /dev/null 2>&1 || userdel faceplate-cloud');
      await must(`mkdir -p /tmp/${kind} && tar xzf /mnt/faceplate-${softwareVersion}.tar.gz -C /tmp/${kind}`);
      for (const packaged of packages) await must(`dpkg -s ${packaged}`);
      for (const line of lines) await must(`cd ${folder} && ${line}`);
      const words = command.map((word) => `'${word}'`).join(' ');
      await must(`ip netns add ${kind}; ip -n ${kind} link set lo up`);
      await must(`ip netns exec ${kind} runuser -u ${user} -- ${words} > /tmp/${kind}.log 2>&1 &`);
      const told = () => must(`cat /tmp/${kind}.log`);
      await expect.poll(told, { timeout: 90_000 }).toMatch(/Listening on https?:|This Node.js has no SQLite: /);
    },
    120_000,
  );
});
