import { expect, test } from 'vitest';
import type { DeviceContext } from '../../../device/feature.ts';
import { theDevice } from '../../../device/management.ts';
import type { Slot } from '../../../device/slot.ts';
import { noStatistics } from '../../../protocols/dot1x/statistics.ts';
import { testHardware } from '../../network/testing.ts';
import { portAccessControl } from './device.ts';
import { dot1xAuthStatsEntry } from './objects.ts';
import { authenticator } from './slots.ts';

test('each counter of a port is in its own column', async () => {
  const statistics = {
    ...{ received: 1, sent: 2, starts: 3, logoffs: 4, identities: 5, responses: 6, identityRequests: 7, requests: 8 },
    ...{ invalid: 9, lengthErrors: 10, lastVersion: 11, lastSource: '02-00-00-00-00-0A' },
  };
  const running = { port: (port: number) => (port === 2 ? { statistics } : undefined) };
  const slots = { get: <Value>(of: Slot<Value>) => (Object.is(of, authenticator) ? running : of.empty) };
  const answer = portAccessControl.live?.find(({ object }) => object === dot1xAuthStatsEntry);
  if (!answer || !('rows' in answer)) throw new Error('There are no live rows.');
  // Nothing else is read.
  const rows = await answer.rows({ hardware: testHardware, slots } as unknown as DeviceContext, {}, theDevice);
  expect(rows.find(({ dot1xPaePortNumber }) => dot1xPaePortNumber === 2)).toEqual({
    ...{
      dot1xPaePortNumber: 2,
      dot1xAuthEapolFramesRx: '1',
      dot1xAuthEapolFramesTx: '2',
      dot1xAuthEapolStartFramesRx: '3',
    },
    ...{ dot1xAuthEapolLogoffFramesRx: '4', dot1xAuthEapolRespIdFramesRx: '5', dot1xAuthEapolRespFramesRx: '6' },
    ...{ dot1xAuthEapolReqIdFramesTx: '7', dot1xAuthEapolReqFramesTx: '8', dot1xAuthInvalidEapolFramesRx: '9' },
    ...{ dot1xAuthEapLengthErrorFramesRx: '10', dot1xAuthLastEapolFrameVersion: 11 },
    dot1xAuthLastEapolFrameSource: '02-00-00-00-00-0A',
  });
  const [other] = rows;
  expect(other).toMatchObject({ dot1xPaePortNumber: 1, dot1xAuthEapolFramesRx: String(noStatistics.received) });
  expect(rows).toHaveLength(testHardware.ports.size);
});
