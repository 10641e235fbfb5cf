import { group } from '../../../../model/schema/object.ts';
import { timeTicks } from '../../../../model/smi/syntax.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { MAXIMUM_SIZE, UsmStat } from '../../../../protocols/snmp/usm.ts';
import type { AgentFigures, StandardObject } from '../standard-object.ts';
import { counter, number, UNSEEN } from './columns.ts';

const systemMore = group('systemMore', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.1',
  fields: { sysServices: number(7), sysORLastChange: number(8, timeTicks) },
});

/** RFC 3418: what works on the second layer. */
const SERVICES = 2;

const snmpGroup = group('snmp', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.11',
  fields: {
    snmpInPkts: counter(1),
    snmpOutPkts: counter(2),
    snmpInBadVersions: counter(3),
    snmpInBadCommunityNames: counter(4),
    snmpInBadCommunityUses: counter(5),
    snmpInASNParseErrs: counter(6),
    snmpInTotalReqVars: counter(13),
    snmpInTotalSetVars: counter(14),
    snmpInGetRequests: counter(15),
    snmpInGetNexts: counter(16),
    snmpInSetRequests: counter(17),
    snmpOutTooBigs: counter(20),
    snmpOutNoSuchNames: counter(21),
    snmpOutBadValues: counter(22),
    snmpOutGenErrs: counter(24),
    snmpOutGetResponses: counter(28),
    snmpOutTraps: counter(29),
    snmpSilentDrops: counter(31),
    snmpProxyDrops: counter(32),
    snmpEngineMaxMessageSize: number('1.3.6.1.6.3.10.2.1.4'),
    snmpUnknownSecurityModels: counter('1.3.6.1.6.3.11.2.1.1'),
    snmpInvalidMsgs: counter('1.3.6.1.6.3.11.2.1.2'),
    snmpUnknownPDUHandlers: counter('1.3.6.1.6.3.11.2.1.3'),
    snmpUnavailableContexts: counter('1.3.6.1.6.3.12.1.4'),
    snmpUnknownContexts: counter('1.3.6.1.6.3.12.1.5'),
    usmStatsUnsupportedSecLevels: counter('1.3.6.1.6.3.15.1.1.1'),
    usmStatsNotInTimeWindows: counter('1.3.6.1.6.3.15.1.1.2'),
    usmStatsUnknownUserNames: counter('1.3.6.1.6.3.15.1.1.3'),
    usmStatsUnknownEngineIDs: counter('1.3.6.1.6.3.15.1.1.4'),
    usmStatsWrongDigests: counter('1.3.6.1.6.3.15.1.1.5'),
    usmStatsDecryptionErrors: counter('1.3.6.1.6.3.15.1.1.6'),
  },
});

function snmpFigures({ counters: all }: AgentFigures): Values {
  const { pdus } = all;
  const usm = (stat: number) => String(all.usm[stat] ?? 0);
  return {
    snmpInPkts: String(all.inPkts),
    snmpOutPkts: String(pdus.sent),
    snmpInBadVersions: String(all.inBadVersions),
    snmpInBadCommunityNames: String(all.inBadCommunityNames),
    snmpInBadCommunityUses: String(all.inBadCommunityUses),
    snmpInASNParseErrs: String(all.inAsnParseErrs),
    snmpInTotalReqVars: String(pdus.variablesRead),
    snmpInTotalSetVars: String(pdus.variablesSet),
    snmpInGetRequests: String(pdus.getRequests),
    snmpInGetNexts: String(pdus.getNexts),
    snmpInSetRequests: String(pdus.setRequests),
    snmpOutTooBigs: String(pdus.tooBigs),
    snmpOutNoSuchNames: String(pdus.noSuchNames),
    snmpOutBadValues: String(pdus.badValues),
    snmpOutGenErrs: String(pdus.genErrs),
    snmpOutGetResponses: String(pdus.responses),
    snmpOutTraps: String(pdus.traps),
    snmpSilentDrops: String(all.silentDrops),
    snmpProxyDrops: '0',
    snmpEngineMaxMessageSize: MAXIMUM_SIZE,
    snmpUnknownSecurityModels: String(all.unknownSecurityModels),
    snmpInvalidMsgs: String(all.invalidMsgs),
    snmpUnknownPDUHandlers: String(all.unknownPduHandlers),
    snmpUnavailableContexts: String(all.unavailableContexts),
    // A context of another name counts as one that is not available.
    snmpUnknownContexts: '0',
    usmStatsUnsupportedSecLevels: usm(UsmStat.unsupportedSecLevels),
    usmStatsNotInTimeWindows: usm(UsmStat.notInTimeWindows),
    usmStatsUnknownUserNames: usm(UsmStat.unknownUserNames),
    usmStatsUnknownEngineIDs: usm(UsmStat.unknownEngineIds),
    usmStatsWrongDigests: usm(UsmStat.wrongDigests),
    usmStatsDecryptionErrors: usm(UsmStat.decryptionErrors),
  };
}

/** The agent itself, as RFC 3418 and its companions have it. */
export function agentObjects(figures: AgentFigures): readonly StandardObject[] {
  return [
    { object: systemMore, rows: () => [{ sysServices: SERVICES, sysORLastChange: 0 }] },
    { object: snmpGroup, rows: () => [snmpFigures(figures)] },
  ];
}
