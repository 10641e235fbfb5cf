import { expect, test } from 'vitest';
import { authenticatorResponse, ntResponse } from './ms-chap.ts';

const octets = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** The example of RFC 2759 9.2. */
const exchange = {
  name: 'User',
  authenticatorChallenge: octets('5b5d7c7d7b3f2f3e3c2c602132262628'),
  peerChallenge: octets('21402324255e262a28295f2b3a337c7e'),
};
const response = octets('82309ecd8d708b5ea08faa3981cd83544233114a3d85d6df');

test('the responses of both ends are those of RFC 2759, whatever domain is in front of the name', () => {
  for (const name of ['User', 'BIGCO\\User']) {
    expect(Uint8Array.from(ntResponse({ ...exchange, name }, 'clientPass'))).toEqual(response);
    const said = authenticatorResponse({ ...exchange, name }, 'clientPass', response);
    expect(said).toBe('S=407A5589115FD0D6209F510FE9C04566932CDA56');
  }
});
