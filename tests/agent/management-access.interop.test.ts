import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCertificate } from '../../device/http/certificate.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { DistantClient } from './distant-client.ts';
import { LabAgent } from './lab-agent.ts';

const ADDRESS = '192.168.10.200';
const patience = { timeout: 30_000, interval: 200 };

let lab: Lab;
let agent: LabAgent;

beforeAll(async () => {
  lab = await createLab({ ports: 2 });
  await lab.host(2).address('192.168.10.2/24');
  await lab.host(2).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  agent = new LabAgent(lab);
  await agent.start();
  // The host is asked half a minute later, while the other tests run.
  await agent.set('pingWatchdogEntry', {
    pingWatchdogIndex: 1,
    pingWatchdogTarget: '192.168.10.2',
    pingWatchdogPort: 2,
    pingWatchdogInterval: 10,
    pingWatchdogFailCount: 0,
    pingWatchdogStartDelay: 30,
    pingWatchdogAction: 5,
    pingWatchdogOffTime: 3,
    RowStatus: 4,
  });
  await agent.set('pingWatchdogCtrl', { pingWatchdogState: 1 });
}, 120_000);

afterAll(async () => {
  await agent.stop();
  await lab.close();
});

/** What curl prints at a host; undefined where the console says nothing to it. */
const curl = (host: number, url = `https://${ADDRESS}/`, seconds = 10): Promise<string | undefined> =>
  lab
    .host(host)
    .namespace.exec('curl', '-sk', '--max-time', String(seconds), url)
    .catch(() => undefined);

describe('on Open vSwitch, the IP access list', () => {
  test('lets curl from an address outside of it get nothing', async () => {
    await vi.waitFor(async () => expect(await curl(2)).toContain('<!doctype html>'), patience);
    await agent.set('ipAccessListEntry', {
      ipAccessAddr: '192.168.10.1',
      ipAccessPrefixLength: 32,
      ipAccessServices: 31,
      RowStatus: 4,
    });
    await agent.set('ipAccessListCtrl', { ipAccessListState: 1 });
    expect(await curl(2)).toBeUndefined();
    expect(await curl(2, `http://${ADDRESS}:443/`)).toBeUndefined();
    expect(await curl(1)).toContain('<!doctype html>');
    // Reaching the switch is another matter than managing it.
    expect(await lab.host(2).reaches(ADDRESS)).toBe(true);
    const said = async () => JSON.stringify(await agent.rows('syslogMsgEntry'));
    await vi.waitFor(async () => expect(await said()).toContain('192.168.10.2 was refused HTTPS'), patience);
  });

  test('lets curl in by the ports that it names, and says who came by another', async () => {
    const entry = { ipAccessAddr: '192.168.10.0', ipAccessPrefixLength: 24, ipAccessServices: 31 };
    await agent.set('ipAccessListEntry', { ...entry, ipAccessPortList: '1', RowStatus: 4 });
    // What is dropped at the port has no answer, however long one waits.
    expect(await curl(2, `https://${ADDRESS}/`, 2)).toBeUndefined();
    expect(await curl(1)).toContain('<!doctype html>');
    expect(await lab.host(2).reaches(ADDRESS)).toBe(true);
    const said = async () => JSON.stringify(await agent.rows('syslogMsgEntry'));
    await vi.waitFor(async () => expect(await said()).toContain('192.168.10.2 was refused HTTPS at port 2'), patience);
    await agent.set('ipAccessListEntry', { ...entry, ipAccessPortList: '1,2' });
    expect(await curl(2)).toContain('<!doctype html>');
    // The host's own row lets the session in by every port; without it the guard asks.
    await agent.set('ipAccessListEntry', { ipAccessAddr: '192.168.10.1', ipAccessPrefixLength: 32, RowStatus: 6 });
    const asked = await agent.refusal('ipAccessListEntry', { ...entry, ipAccessPortList: '2' });
    expect(asked).toContain('192.168.10.1 would no longer be allowed to use HTTPS on port 1');
    await agent.set('ipAccessListEntry', {
      ipAccessAddr: '192.168.10.1',
      ipAccessPrefixLength: 32,
      ipAccessServices: 31,
      RowStatus: 4,
    });
    await agent.set('ipAccessListEntry', { ...entry, RowStatus: 6 });
  });

  test('lets snmpget from an address outside of it get nothing', async () => {
    await agent.set('snmpCommunityEntry', {
      snmpCommunityIndex: '1',
      snmpCommunityName: 'reading',
      RowStatus: 4,
    });
    await agent.set('snmpAgentCtrl', { snmpAgentState: 1 });
    const asked = (host: number) =>
      lab
        .host(host)
        .namespace.exec('snmpget', '-v2c', '-c', 'reading', '-t', '2', '-r', '1', ADDRESS, '1.3.6.1.2.1.1.3.0')
        .catch(() => undefined);
    await vi.waitFor(async () => expect(await asked(1)).toContain('Timeticks'), patience);
    expect(await asked(2)).toBeUndefined();
    await agent.set('snmpAgentCtrl', { snmpAgentState: 2 });
    await agent.set('ipAccessListCtrl', { ipAccessListState: 2 });
    expect(await curl(2)).toContain('<!doctype html>');
  });
});

describe('on Open vSwitch, ping', () => {
  const completed = async () => {
    await vi.waitFor(async () => {
      expect(await agent.rows('pingResultsEntry')).toMatchObject([{ pingResultsOperStatus: 3 }]);
    }, patience);
    return agent.rows('pingResultsEntry');
  };

  test('goes from the switch to a host, and finds nobody where nobody is', async () => {
    await agent.set('pingCtlEntry', {
      pingCtlTargetAddress: '192.168.10.2',
      pingCtlProbeCount: 2,
      pingCtlDataSize: 1472,
    });
    expect(await completed()).toMatchObject([
      { pingResultsSentProbes: 2, pingResultsProbeResponses: 2, lossPercent: 0 },
    ]);
    const probes = await agent.rows('pingProbeHistoryEntry');
    expect(probes).toHaveLength(2);
    for (const probe of probes) expect(Number(probe.pingProbeHistoryResponse)).toBeGreaterThan(0);
    await agent.set('pingCtlEntry', { pingCtlTargetAddress: '192.168.10.77', pingCtlProbeCount: 1, pingCtlTimeOut: 1 });
    expect(await completed()).toMatchObject([{ pingResultsProbeResponses: 0, lossPercent: 100 }]);
    await agent.set('pingCtlEntry', { pingCtlTargetAddress: '203.0.113.5', pingCtlProbeCount: 1, pingCtlTimeOut: 1 });
    await completed();
    expect(await agent.rows('pingProbeHistoryEntry')).toMatchObject([{ pingProbeHistoryStatus: 6 }]);
  });
});

test('on Open vSwitch, the port of a watched host that answers no more is turned off and on', async () => {
  const watched = async () => (await agent.rows('pingWatchdogEntry'))[0];
  const long = { timeout: 90_000, interval: 200 };
  await expect.poll(watched, long).toMatchObject({ pingWatchdogStatus: 3, pingWatchdogActions: 0 });
  const { namespace } = lab.host(2);
  const carrier = () => namespace.exec('cat', '/sys/class/net/eth0/operstate').then((text) => text.trim());
  expect(await carrier()).toBe('up');
  await namespace.exec('sysctl', '-q', '-w', 'net.ipv4.icmp_echo_ignore_all=1');
  await expect.poll(carrier, long).not.toBe('up');
  await namespace.exec('sysctl', '-q', '-w', 'net.ipv4.icmp_echo_ignore_all=0');
  await expect.poll(carrier, long).toBe('up');
  await expect.poll(watched, long).toMatchObject({ pingWatchdogActions: 1 });
}, 240_000);

describe('on Open vSwitch, openssl', () => {
  /** What s_client prints at the administrator's host. */
  const client = (...words: string[]) =>
    lab
      .host(1)
      .namespace.exec(
        'sh',
        '-c',
        `openssl s_client -connect ${ADDRESS}:443 ${words.join(' ')} < /dev/null 2>&1 || true`,
      );

  test('sees the certificate that was uploaded, after kill -9 too, and no TLS 1.1', async () => {
    const administrator = new DistantClient(lab.host(1).namespace, ADDRESS);
    expect(await administrator.login('first-Passw0rd')).toBe(0);
    const [pair, other] = [await createCertificate([ADDRESS]), await createCertificate(['other.example'])];
    const upload = async (text: string) =>
      Object(await (await administrator.sendFile('certificate', {}, text)).json()).error;
    expect(await upload(pair.certificate + other.key)).toMatchObject({
      message: 'The key does not belong to the certificate.',
    });
    const shown = async () => new X509Certificate(await client()).fingerprint256;
    const { fingerprint256 } = new X509Certificate(pair.certificate);
    expect(await shown()).not.toBe(fingerprint256);
    expect(await upload(pair.certificate + pair.key)).toMatchObject({ code: 0 });
    expect(await shown()).toBe(fingerprint256);
    const old = await client('-tls1_1', '-cipher', 'DEFAULT@SECLEVEL=0');
    expect(old).toMatch(/alert protocol version/);
    expect(await client('-tls1_2')).toContain('BEGIN CERTIFICATE');
    await agent.kill();
    await agent.start();
    expect(await shown()).toBe(fingerprint256);
  });
});

describe('on Open vSwitch, a port of its own for HTTPS', () => {
  test('is asked for first, is where TLS is spoken alone, and is left again', async () => {
    const administrator = new DistantClient(lab.host(1).namespace, ADDRESS);
    expect(await administrator.login('first-Passw0rd')).toBe(0);
    const { error } = await administrator.set('sslCtrl', { sslPort: 8443 });
    expect(error).toMatchObject({ code: 8710, message: expect.stringContaining('would move to port 8443') });
    expect((await administrator.set('sslCtrl', { sslPort: 8443, Force: 1 })).error.code).toBe(0);
    const moved = administrator.at(`${ADDRESS}:8443`);
    // A browser logs in again at another port; the first call over the new path confirms it.
    await expect.poll(() => moved.login('first-Passw0rd').catch(() => -1), patience).toBe(0);
    expect(await moved.read('sslCtrl')).toMatchObject({ sslPort: 8443 });
    expect(await curl(1)).toBeUndefined();
    expect(await curl(1, `http://${ADDRESS}:8443/`)).toBeUndefined();
    const where = await lab
      .host(1)
      .namespace.exec('curl', '-s', '-o', '/dev/null', '-w', '%{redirect_url}', `http://${ADDRESS}:443/`);
    expect(where).toBe(`https://${ADDRESS}:8443/`);
    await moved.set('sslCtrl', { sslPort: 443, Force: 1 });
    const home = moved.at(ADDRESS);
    await expect.poll(() => home.login('first-Passw0rd').catch(() => -1), patience).toBe(0);
    expect(await home.read('sslCtrl')).toMatchObject({ sslPort: 443 });
    await expect.poll(() => curl(1, `https://${ADDRESS}:8443/`), patience).toBeUndefined();
  });
});
