import type { DeviceContext } from '../../../../device/feature.ts';
import { enumeration, Status, status } from '../../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../../model/schema/kinds/integer.ts';
import { text } from '../../../../model/schema/kinds/text.ts';
import { millisecondsIn } from '../../../../model/schema/milliseconds.ts';
import { defaultsOf, group, rowKey, table } from '../../../../model/schema/object.ts';
import { dateAndTime, namedBits, octets, unsigned32 } from '../../../../model/smi/syntax.ts';
import { formatDateTime } from '../../../../model/values/date-time.ts';
import { VLAN_INTERFACE_BASE } from '../../../../model/values/interface-index.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { ErrorStatus } from '../../../../protocols/snmp/pdu.ts';
import { PING_MIB, PingState, pingCtlEntry, probeStatusOf } from '../../../tools/ping/objects.ts';
import { AT_ONCE, isOccupied, pingTests, startTest } from '../../../tools/ping/slots.ts';
import { deviceTimeAt } from '../../system-time/objects.ts';
import { Row, type SetRefusal, type SetRow, type SetSteps, type StandardObject } from '../standard-object.ts';
import { digits, FALSE, hidden, identifier, number, UNSEEN, words } from './columns.ts';
import { AddressType, addressTypeOf, octetsOf, targetOf } from './ping-address.ts';

/** Rows that managers may have made at once. */
const ROWS = 16;

/** Octets of a manager's name for a test, and for its owner. */
const NAME_MAXIMUM = 32;

const { limits: sizes, default: size } = pingCtlEntry.fields.pingCtlDataSize;
const { limits: counts, default: count } = pingCtlEntry.fields.pingCtlProbeCount;
const { limits: times, default: time } = pingCtlEntry.fields.pingCtlTimeOut;

const named = (column: number) =>
  text({
    label: UNSEEN,
    maxLength: NAME_MAXIMUM,
    access: 'ro',
    mib: { column: `${PING_MIB}.2.1.${column}`, isNotAccessible: true },
  });
const index = { pingCtlOwnerIndex: named(1), pingCtlTestName: named(2) };

/** A number that managers set, within what the ping page takes. */
const setting = (column: number, { min = 0, max = 0 }: typeof sizes, byDefault: number) =>
  integer({ label: UNSEEN, min, max, default: byDefault, mib: { column, syntax: unsigned32 } });

const control = table('pingCtl', {
  title: UNSEEN,
  oid: `${PING_MIB}.2.1`,
  index,
  columns: {
    pingCtlTargetAddressType: enumeration({ label: UNSEEN, choices: AddressType, mib: { column: 3 } }),
    /** Octets as hexadecimal digits. */
    pingCtlTargetAddress: text({ label: UNSEEN, maxLength: 510, mib: { column: 4, syntax: octets } }),
    pingCtlDataSize: setting(5, sizes, size),
    pingCtlTimeOut: setting(6, times, time),
    pingCtlProbeCount: setting(7, counts, count),
    pingCtlAdminStatus: status({ label: UNSEEN, mib: { column: 8 } }),
    pingCtlDataFill: digits(9),
    pingCtlFrequency: number(10, unsigned32),
    pingCtlMaxRows: number(11, unsigned32),
    pingCtlStorageType: number(12),
    pingCtlTrapGeneration: number(13, namedBits),
    pingCtlTrapProbeFailureFilter: number(14, unsigned32),
    pingCtlTrapTestFailureFilter: number(15, unsigned32),
    pingCtlType: identifier(16),
    pingCtlDescr: words(17),
    pingCtlSourceAddressType: number(18),
    pingCtlSourceAddress: digits(19),
    /** The interface of a VLAN, for a link-local address; 0 for none. */
    pingCtlIfIndex: integer({
      label: UNSEEN,
      min: VLAN_INTERFACE_BASE + 1,
      max: VLAN_INTERFACE_BASE + 4094,
      fixed: [0],
      default: 0,
      mib: { column: 20 },
    }),
    pingCtlByPassRouteTable: number(21),
    pingCtlDSField: number(22, unsigned32),
  },
  rows: { max: ROWS },
  mib: { rowStatus: 23, statusColumn: 'rowStatus' },
});

/** Columns that are the same in every row: volatile rows that send echo requests once, from the nearest address. */
const fixed = {
  pingCtlDataFill: '',
  pingCtlFrequency: 0,
  pingCtlMaxRows: counts.max ?? 0,
  // volatile(2): gone with the agent.
  pingCtlStorageType: 2,
  pingCtlTrapGeneration: 0,
  pingCtlTrapProbeFailureFilter: 1,
  pingCtlTrapTestFailureFilter: 1,
  // pingIcmpEcho.
  pingCtlType: '1.3.6.1.2.1.80.3.1',
  pingCtlDescr: '',
  pingCtlSourceAddressType: AddressType.unknown[0],
  pingCtlSourceAddress: '',
  pingCtlByPassRouteTable: FALSE,
  pingCtlDSField: 0,
};

const most = group('ping', {
  title: UNSEEN,
  oid: PING_MIB,
  fields: { pingMaxConcurrentRequests: number(1, unsigned32) },
});

const results = table('pingResults', {
  title: UNSEEN,
  oid: `${PING_MIB}.3.1`,
  index,
  columns: {
    pingResultsOperStatus: number(1),
    pingResultsIpTargetAddressType: number(2),
    pingResultsIpTargetAddress: digits(3),
    pingResultsMinRtt: number(4, unsigned32),
    pingResultsMaxRtt: number(5, unsigned32),
    pingResultsAverageRtt: number(6, unsigned32),
    pingResultsProbeResponses: number(7, unsigned32),
    pingResultsSentProbes: number(8, unsigned32),
    pingResultsRttSumOfSquares: number(9, unsigned32),
    pingResultsLastGoodProbe: text({
      label: UNSEEN,
      maxLength: 19,
      access: 'ro',
      mib: { column: 10, syntax: dateAndTime },
    }),
  },
  rows: { max: ROWS },
});

const history = table('pingProbeHistory', {
  title: UNSEEN,
  oid: `${PING_MIB}.4.1`,
  index: { ...index, pingProbeHistoryIndex: hidden(1) },
  columns: {
    pingProbeHistoryResponse: number(2, unsigned32),
    pingProbeHistoryStatus: number(3),
    pingProbeHistoryLastRC: number(4),
    pingProbeHistoryTime: text({ label: UNSEEN, maxLength: 19, access: 'ro', mib: { column: 5, syntax: dateAndTime } }),
  },
  rows: { max: ROWS * (counts.max ?? 0) },
});

/** Milliseconds of a round trip as managers read them: 0 is none. */
const roundTrip = (milliseconds: number) => Math.max(1, Math.round(milliseconds));

/** The tests of SNMP managers: rows that they make, start and read (RFC 4560). */
class ManagersTests {
  readonly #rows = new Map<string, Values>();

  rows(): readonly Values[] {
    return [...this.#rows.values()];
  }

  /** The changes of a row. Nothing of it changes before `after`. */
  set(context: DeviceContext, { index: named, values, status: wanted }: SetRow): SetSteps | SetRefusal {
    const key = rowKey(control, named);
    const present = this.#rows.get(key);
    const test = testOf(context, key);
    if (wanted === Row.destroy) return this.#destroy(key, test);
    const isMade = wanted === Row.createAndGo || wanted === Row.createAndWait;
    if (present && isMade) return { refused: ErrorStatus.inconsistentValue };
    if (!present && !isMade) return { refused: ErrorStatus.inconsistentName };
    if (!present && this.#rows.size >= ROWS) return { refused: ErrorStatus.resourceUnavailable };
    const row = present ?? { ...defaultsOf(control.fields), ...fixed, ...named };
    const next: Values = { ...row, ...values, rowStatus: statusAfter(row, wanted) };
    const isRunning = test !== undefined && !test.isOver;
    const changed = Object.keys(values).find((column) => column !== 'pingCtlAdminStatus');
    if (isRunning && changed !== undefined) return { refused: ErrorStatus.inconsistentValue, column: changed };
    const order = orderOf(next);
    if (values.pingCtlAdminStatus !== Status.enabled || isRunning) {
      return this.#keep(key, next, () => values.pingCtlAdminStatus === Status.disabled && test?.stop());
    }
    const column = 'pingCtlAdminStatus';
    if (!order || next.rowStatus !== Row.active) return { refused: ErrorStatus.inconsistentValue, column };
    if (isOccupied(context, ownerOf(key))) return { refused: ErrorStatus.resourceUnavailable, column };
    return this.#keep(key, next, () => startTest(context, ownerOf(key), order));
  }

  #keep(key: string, row: Values, then: () => void): SetSteps {
    const after = () => {
      this.#rows.set(key, row);
      then();
    };
    return { requests: [], after };
  }

  #destroy(key: string, test: Test | undefined): SetSteps {
    const after = () => {
      test?.stop();
      this.#rows.delete(key);
    };
    return { requests: [], after };
  }
}

/** The owner of the test that a row stands for. */
const ownerOf = (key: string) => `snmp row ${key}`;

/** The test of a row; undefined before it is started. */
const testOf = ({ slots }: DeviceContext, key: string) => slots.get(pingTests).get(ownerOf(key));
type Test = NonNullable<ReturnType<typeof testOf>>;

/** A row that managers left waiting stays so until it is made active; there is no other way to rest. */
function statusAfter(row: Values, wanted: number | undefined): number {
  if (wanted === Row.createAndWait || wanted === Row.notInService) return Row.notInService;
  return wanted === undefined ? Number(row.rowStatus) : Row.active;
}

/** Undefined while the row names no address. */
function orderOf(row: Values) {
  const target = targetOf(Number(row.pingCtlTargetAddressType), String(row.pingCtlTargetAddress));
  if (target === undefined) return undefined;
  const interfaceIndex = Number(row.pingCtlIfIndex);
  return {
    target,
    vlan: interfaceIndex === 0 ? undefined : interfaceIndex - VLAN_INTERFACE_BASE,
    timeout: millisecondsIn(pingCtlEntry, row)('pingCtlTimeOut'),
    count: Number(row.pingCtlProbeCount),
    size: Number(row.pingCtlDataSize),
  };
}

/** When a result came, by the switch's date. */
function dateOf({ wallClock, clock, configuration }: DeviceContext, at: number): string {
  return formatDateTime(deviceTimeAt(configuration(), wallClock.now() - (clock.now() - at)));
}

function resultsOf(context: DeviceContext, test: Test): Values {
  const replies = test.results.flatMap((result) =>
    result.kind === 'reply' ? [{ time: roundTrip(result.milliseconds), at: result.at }] : [],
  );
  const trips = replies.map((reply) => reply.time);
  const last = replies.at(-1);
  return {
    pingResultsOperStatus: test.isOver ? PingState.completed : PingState.running,
    pingResultsIpTargetAddressType: addressTypeOf(test.address),
    pingResultsIpTargetAddress: octetsOf(test.address),
    pingResultsMinRtt: trips.length === 0 ? 0 : Math.min(...trips),
    pingResultsMaxRtt: Math.max(0, ...trips),
    pingResultsAverageRtt: trips.length === 0 ? 0 : trips.reduce((sum, one) => sum + one, 0) / trips.length,
    pingResultsProbeResponses: trips.length,
    pingResultsSentProbes: test.sent,
    pingResultsRttSumOfSquares: trips.reduce((sum, one) => sum + one * one, 0),
    pingResultsLastGoodProbe: last ? dateOf(context, last.at) : '',
  };
}

function historyOf(context: DeviceContext, test: Test): readonly Values[] {
  return test.results.map((result, at) => ({
    pingProbeHistoryIndex: at + 1,
    // Of a request without an answer, how long it was waited for (RFC 4560).
    pingProbeHistoryResponse:
      result.kind === 'reply' ? roundTrip(result.milliseconds) : result.kind === 'timeout' ? test.order.timeout : 0,
    pingProbeHistoryStatus: probeStatusOf[result.kind],
    pingProbeHistoryLastRC: 0,
    pingProbeHistoryTime: dateOf(context, result.at),
  }));
}

/** Rows of a table of results: those of each manager's test that was started. */
function ofTests(tests: ManagersTests, rowsOf: (context: DeviceContext, test: Test) => readonly Values[]) {
  return (context: DeviceContext): readonly Values[] =>
    tests.rows().flatMap((row) => {
      const { pingCtlOwnerIndex = '', pingCtlTestName = '' } = row;
      const test = testOf(context, rowKey(control, row));
      return test ? rowsOf(context, test).map((one) => ({ pingCtlOwnerIndex, pingCtlTestName, ...one })) : [];
    });
}

/** Echo requests of SNMP managers (RFC 4560, DISMAN-PING-MIB). */
export function pingObjects(): readonly StandardObject[] {
  const tests = new ManagersTests();
  return [
    { object: most, rows: () => [{ pingMaxConcurrentRequests: AT_ONCE }] },
    { object: control, rows: () => tests.rows(), set: (context, row) => tests.set(context, row) },
    { object: results, rows: ofTests(tests, (context, test) => [resultsOf(context, test)]) },
    { object: history, rows: ofTests(tests, historyOf) },
  ];
}
