import { expect, test } from 'vitest';
import { ErrorStatus, type Pdu, PduKind } from './pdu.ts';
import { countAnswer, newPduCounts, type PduCounts } from './pdu-counts.ts';

const pdu = (kind: Pdu['kind'], variables: number, errorStatus: number = ErrorStatus.noError): Pdu => ({
  kind,
  requestId: 1,
  errorStatus,
  errorIndex: 0,
  varBinds: Array.from({ length: variables }, () => ({ name: [1, 3], value: { type: 'Null' } })),
});

test.each<[string, Pdu, Pdu, Partial<PduCounts>]>([
  ['Get', pdu(PduKind.get, 2), pdu(PduKind.response, 2), { getRequests: 1, variablesRead: 2 }],
  ['GetNext', pdu(PduKind.getNext, 3), pdu(PduKind.response, 3), { getNexts: 1, variablesRead: 3 }],
  ['GetBulk', pdu(PduKind.getBulk, 1), pdu(PduKind.response, 20), { variablesRead: 20 }],
  ['Set', pdu(PduKind.set, 4), pdu(PduKind.response, 4), { setRequests: 1, variablesSet: 4 }],
  [
    'Get that is too big',
    pdu(PduKind.get, 2),
    pdu(PduKind.response, 0, ErrorStatus.tooBig),
    { getRequests: 1, tooBigs: 1 },
  ],
  [
    'GetNext behind the end',
    pdu(PduKind.getNext, 1),
    pdu(PduKind.response, 1, ErrorStatus.noSuchName),
    { getNexts: 1, noSuchNames: 1 },
  ],
  [
    'Set of a bad value',
    pdu(PduKind.set, 1),
    pdu(PduKind.response, 1, ErrorStatus.badValue),
    { setRequests: 1, badValues: 1 },
  ],
  ['Set that fails', pdu(PduKind.set, 1), pdu(PduKind.response, 1, ErrorStatus.genErr), { setRequests: 1, genErrs: 1 }],
  ['Set without access', pdu(PduKind.set, 1), pdu(PduKind.response, 1, ErrorStatus.noAccess), { setRequests: 1 }],
])('a %s and its response count once, as what they are', (_what, asked, answered, counted) => {
  const counts = newPduCounts();
  countAnswer(counts, asked, answered);
  expect(counts).toEqual({ ...newPduCounts(), responses: 1, ...counted });
});
