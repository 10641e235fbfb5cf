import { expect, it } from 'vitest';
import { CloudError } from '../../../protocols/cloud/connection.ts';
import { failureOf } from './cloud-failure.ts';

const failing = (code: string, clockIsWrong = false) =>
  failureOf(Object.assign(new Error('as it was said'), { code }), clockIsWrong).code;

it("blames the switch's clock for a certificate out of its time only where that clock was never set", () => {
  for (const code of ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']) {
    expect(failing(code, true)).toBe(CloudError.clockWrong);
    expect(failing(code)).toBe(CloudError.tlsFailed);
  }
  expect(failing('DEPTH_ZERO_SELF_SIGNED_CERT', true)).toBe(CloudError.tlsFailed);
});

it('tells a cloud that cannot be reached from one that does not answer', () => {
  expect(failing('ECONNREFUSED')).toBe(CloudError.unreachable);
  expect(failing('ETIMEDOUT')).toBe(CloudError.timedOut);
});
