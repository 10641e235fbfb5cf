import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLab, type Lab } from '../namespaces/lab.ts';
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
}, 120_000);

afterAll(async () => {
  await agent.stop();
  await lab.close();
});

/** What curl prints at a host; undefined where the console says nothing to it. */
const curl = (host: number, url = `https://${ADDRESS}/`): Promise<string | undefined> =>
  lab
    .host(host)
    .namespace.exec('curl', '-sk', '--max-time', '10', url)
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
