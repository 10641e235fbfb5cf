import { expect, it } from 'vitest';
import { createFleetBackend, type FleetBackendSurroundings } from './fleet-backend.ts';

const session = { id: 's1', user: 'anna' };
const arrival = { localAddress: '192.0.2.1', localPort: 443, remoteAddress: '192.0.2.7', secure: true, epoch: 1 };
const proof = { cookie: 'cookie', gambit: 'gambit' };
/** A call that is read, and refused only once its session was looked at. */
const call = (state: object) => JSON.stringify({ method: 'CommonGet', params: { Template: 'none', ...state } });

/** A backend whose store can be away, and what it did to its session and counted. */
function fleet(isAway = false) {
  const did: string[] = [];
  const around = {
    sessions: {
      isSignedIn: async () => true,
      prove: async () => ({ session }),
      touch: async () => void did.push('touched'),
      isProved: async () => false,
    },
    browsers: { isKnown: () => false },
    proving: { key: { unseal: () => undefined } },
    management: { objects: new Map() },
    metrics: {
      called: (isRefused: boolean) => did.push(isRefused ? 'refused' : 'answered'),
      loginFailed: () => did.push('login failed'),
    },
    log: { write() {} },
    store: { audit: { lastAt: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(0)) } },
    temporary: {},
  };
  return { backend: createFleetBackend(around as unknown as FleetBackendSurroundings), did };
}

it('knows the browser of whoever is signed in, though it lost what made it known', async () => {
  const { backend } = fleet();
  expect(await backend.visitor({ cookie: 'cookie', known: undefined })).toEqual({ isSignedIn: true, isKnown: true });
  expect(await backend.visitor({ cookie: undefined, known: undefined })).toEqual({ isSignedIn: false, isKnown: false });
});

it('keeps a session alive for what its user does, and not for what a page asks by itself', async () => {
  const { backend, did } = fleet();
  await backend.call({ rpc: call({ WebAuthenRequestState: 'Disable' }), arrival, ...proof });
  expect(did).toEqual(['refused']);
  await backend.call({ rpc: call({}), arrival, ...proof });
  expect(did).toEqual(['refused', 'touched', 'refused']);
});

it('counts the logins that fail', async () => {
  const { backend, did } = fleet();
  await backend.login({ arrival, user: 'anna', sealed: 'x' } as unknown as Parameters<typeof backend.login>[0]);
  expect(did).toEqual(['login failed']);
});

it('is ready only while its store answers', async () => {
  expect(await fleet().backend.ready(undefined)).toBe(true);
  await expect(fleet(true).backend.ready(undefined)).rejects.toThrow('away');
});
