import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import { defaultsOf, type GroupValues, type RowOf } from '../../../model/schema/object.ts';
import { localisedKey } from '../../../protocols/snmp/keys.ts';
import { readMessage, readScoped, Version, writeCommunityMessage } from '../../../protocols/snmp/message.ts';
import { trapOfVersion1 } from '../../../protocols/snmp/notification.ts';
import { arcsOf } from '../../../protocols/snmp/oid-order.ts';
import { type Pdu, PduKind, type TrapV1 } from '../../../protocols/snmp/pdu.ts';
import { protect, SecurityLevel, type UsmUser, unprotect } from '../../../protocols/snmp/usm.ts';
import { isTold, notificationKinds, textsTold } from './notifications.ts';
import { snmpAgentCtrl } from './objects.ts';
import { Receiver } from './receiver.ts';
import { snmpTargetAddrEntry } from './trap-objects.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it('are told of what the log says: every text is one that is said', () => {
  const catalogues = ['console', 'features'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('de.json'))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
  const said = new Set(catalogues.flatMap((text) => Object.keys(JSON.parse(text))));
  expect(textsTold.filter((text) => !said.has(text))).toEqual([]);
});

it('are sent unless all are off, or those of their own setting', () => {
  const settings = { ...defaultsOf(snmpAgentCtrl.fields), snmpTrapState: 1 } as GroupValues<typeof snmpAgentCtrl>;
  const kinds = Object.values(notificationKinds);
  const told = (values: object) =>
    kinds.filter((kind) => isTold(kind, { ...settings, ...values })).map(({ name }) => name);
  expect(told({})).toHaveLength(kinds.length);
  expect(told({ snmpTrapState: 2 })).toEqual([]);
  const silenced = (values: object) => told({}).filter((name) => !told(values).includes(name));
  expect(silenced({ trapFirmware: 2 })).toEqual(['faceplateFirmware']);
  expect(silenced({ trapPortSecurity: 2 })).toEqual(['faceplatePortSecurity']);
  expect(silenced({ trapLinkUpDown: 2 })).toEqual(['linkDown', 'linkUp']);
  expect(silenced({ trapStp: 2 })).toEqual(['newRoot', 'topologyChange']);
});

it('are numbered for version 1 as RFC 3584 has it', () => {
  const of = (oid: string) => trapOfVersion1({ kind: arcsOf(oid), upTime: 5, varBinds: [] });
  const standard = { genericTrap: 2, specificTrap: 0, enterprise: arcsOf('1.3.6.1.6.3.1.1.5') };
  expect(of('1.3.6.1.6.3.1.1.5.3')).toMatchObject(standard);
  const own = { genericTrap: 6, specificTrap: 4, enterprise: arcsOf('1.3.6.1.4.1.32473.1') };
  expect(of('1.3.6.1.4.1.32473.1.0.4')).toMatchObject(own);
  expect(of('1.3.6.1.4.1.9.7')).toMatchObject({ genericTrap: 6, specificTrap: 7, enterprise: arcsOf('1.3.6.1.4.1.9') });
  const counter = { name: [1, 3], value: { type: 'Counter64', value: 1n } } as const;
  expect(trapOfVersion1({ kind: [1, 3], upTime: 0, varBinds: [counter] })).toBeUndefined();
});

describe('a receiver', () => {
  const remote = { id: Buffer.from('80007ED9AABB', 'hex'), boots: 7, time: 500 };
  const user: UsmUser = {
    name: 'ops',
    authentication: { protocol: 'sha256', key: localisedKey('sha256', 'correct-horse', remote.id) },
    privacy: { protocol: 'aes128', key: localisedKey('sha256', 'battery-staple', remote.id) },
  };
  let clock: ManualClock;
  let sent: Uint8Array[];
  let unanswered: number;
  let agentAddress: string | undefined;

  beforeEach(() => {
    clock = new ManualClock();
    sent = [];
    unanswered = 0;
    agentAddress = '192.0.2.10';
  });

  const receiver = (more: Partial<RowOf<typeof snmpTargetAddrEntry>>): Receiver => {
    // A row has the columns of its table.
    const row = { ...defaultsOf(snmpTargetAddrEntry.fields), snmpTargetParamsSecurityName: 'ops', ...more } as RowOf<
      typeof snmpTargetAddrEntry
    >;
    let serial = 0;
    let salt = 0n;
    return new Receiver(row, {
      clock,
      transmit: (octets) => sent.push(octets),
      engine: () => ({ id: Buffer.from('80007ED901', 'hex'), boots: 1, time: 10 }),
      community: () => 'told',
      user: (name, engineId) => (name === 'ops' && engineId === '80007ED9AABB' ? user : undefined),
      serial: () => {
        serial += 1;
        return serial;
      },
      salt: () => {
        salt += 1n;
        return salt;
      },
      unanswered: () => {
        unanswered += 1;
      },
      agentAddress: () => agentAddress,
    });
  };
  const notification = { kind: notificationKinds.linkDown.oid, upTime: 100, varBinds: [] };
  /** The messages of versions 1 and 2c that were sent. */
  const pdus = (): (Pdu | TrapV1)[] =>
    sent.map((octets) => {
      const message = readMessage(octets);
      if (message.version === Version.v3) throw new Error('a message of version 3');
      return message.pdu;
    });

  it('gets a trap once, in its version', () => {
    receiver({ snmpTargetParamsMPModel: 0 }).send(notification);
    receiver({ snmpTargetParamsMPModel: 1 }).send(notification);
    clock.advance(600_000);
    expect(pdus().map(({ kind }) => kind)).toEqual([PduKind.trapV1, PduKind.trapV2]);
  });

  it('of version 1 is told the address of the switch, and none where it has none (RFC 1157 4.1.6)', () => {
    receiver({ snmpTargetParamsMPModel: 0 }).send(notification);
    agentAddress = undefined;
    receiver({ snmpTargetParamsMPModel: 0 }).send(notification);
    expect(pdus().map((pdu) => (pdu.kind === PduKind.trapV1 ? [...pdu.agentAddress] : []))).toEqual([
      [192, 0, 2, 10],
      [0, 0, 0, 0],
    ]);
  });

  it('gets an inform again and again until it answers', () => {
    const one = receiver({ snmpNotifyType: 2, snmpTargetAddrTimeout: 5, snmpTargetAddrRetryCount: 3 });
    one.send(notification);
    clock.advance(5000);
    expect(pdus().map((pdu) => pdu.kind)).toEqual([PduKind.inform, PduKind.inform]);
    const [asked] = pdus();
    if (!asked || asked.kind === PduKind.trapV1) throw new Error('no inform');
    const answer = { ...asked, kind: PduKind.response };
    one.received(writeCommunityMessage({ version: Version.v2c, community: Buffer.from('told'), pdu: answer }));
    clock.advance(60_000);
    expect([sent.length, unanswered]).toEqual([2, 0]);
  });

  it('that answers no inform is given up after its retries, and said', () => {
    receiver({ snmpNotifyType: 2, snmpTargetAddrTimeout: 5, snmpTargetAddrRetryCount: 2 }).send(notification);
    clock.advance(60_000);
    expect([sent.length, unanswered]).toEqual([3, 1]);
  });

  it('has 32 informs under way at most: of more the oldest is given up', () => {
    const one = receiver({ snmpNotifyType: 2, snmpTargetAddrTimeout: 5, snmpTargetAddrRetryCount: 1 });
    for (let count = 0; count < 33; count += 1) one.send(notification);
    clock.advance(5000);
    const requests = pdus().map((pdu) => (pdu.kind === PduKind.trapV1 ? 0 : pdu.requestId));
    expect(requests.slice(0, 33)).toEqual(Array.from({ length: 33 }, (_, at) => at + 1));
    expect(requests.slice(33)).toEqual(Array.from({ length: 32 }, (_, at) => at + 2));
    clock.advance(5000);
    expect(unanswered).toBe(32);
  });

  it('of version 3 is asked for its engine before it gets an inform by the keys of that', () => {
    const one = receiver({ snmpTargetParamsMPModel: 3, snmpTargetParamsSecurityLevel: 3, snmpNotifyType: 2 });
    one.send(notification);
    const [first] = sent.map(readMessage);
    if (first?.version !== Version.v3) throw new Error('no message of version 3');
    expect([first.engineId.length, first.isReportable]).toEqual([0, true]);
    const head = { messageId: first.messageId, isReportable: false };
    const scope = { contextEngineId: remote.id, contextName: new Uint8Array(0) };
    const report = { kind: PduKind.report, requestId: 0, errorStatus: 0, errorIndex: 0, varBinds: [] };
    one.received(protect(head, remote, { name: '' }, SecurityLevel.noAuthNoPriv, 1n, { ...scope, pdu: report }));
    const informed = sent.at(-1) ?? new Uint8Array(0);
    const message = readMessage(informed);
    if (message.version !== Version.v3) throw new Error('no message of version 3');
    const opened = unprotect(informed, message, remote, () => user);
    if ('wrong' in opened) throw new Error(`wrong: ${opened.wrong}`);
    const { pdu } = readScoped(opened.scoped);
    expect([pdu.kind, opened.level]).toEqual([PduKind.inform, SecurityLevel.authPriv]);
    // An answer that proves nothing is none.
    const response = { ...scope, pdu: { ...pdu, kind: PduKind.response } };
    one.received(protect(head, remote, { name: '' }, SecurityLevel.noAuthNoPriv, 2n, response));
    clock.advance(15_000);
    expect(sent).toHaveLength(3);
    one.received(protect(head, remote, user, SecurityLevel.authPriv, 3n, response));
    clock.advance(600_000);
    expect([sent.length, unanswered]).toEqual([3, 0]);
  });
});
