import { expect, test } from 'vitest';
import { wordsOf } from '../../model/values/message.ts';
import { type AccessPlan, emptyAccess, type Listener } from '../access-plan.ts';
import type { ManagementConnection } from '../management-connection.ts';
import { serviceFault } from './service-fault.ts';

const connection = {
  ...{ service: 'http', localAddress: '192.0.2.1', localPort: 80, remoteAddress: '192.0.2.7' },
} as ManagementConnection;

function access(listener: Partial<Listener>): AccessPlan {
  const whole: Listener = {
    ...{ transport: 'tcp', port: 80, enabled: true, onLoopback: false, secure: false, vlan: undefined },
    ...listener,
  };
  return { ...emptyAccess, listeners: new Map([['http', whole]]) };
}

const faultOf = (before: Partial<Listener>, after: Partial<Listener>, more: Partial<ManagementConnection> = {}) => {
  const fault = serviceFault(access(before), access(after), { ...connection, ...more });
  return fault && wordsOf(fault);
};

test('a service that ends or moves keeps its sessions away; one that was not there has none', () => {
  expect(faultOf({}, {})).toBeUndefined();
  expect(faultOf({}, { enabled: false })).toMatch(/would end\.$/);
  expect(faultOf({}, { port: 81 })).toMatch(/would move to port 81\.$/);
  expect(faultOf({ enabled: false }, { port: 81 })).toBeUndefined();
  expect(faultOf({ enabled: false }, { enabled: false, port: 81 })).toBeUndefined();
});

test('on a loopback address it is there without being enabled', () => {
  const local = { localAddress: '127.0.0.1' };
  expect(faultOf({ enabled: false, onLoopback: true }, { enabled: false, port: 81, onLoopback: true }, local)).toMatch(
    /port 81/,
  );
  expect(faultOf({ enabled: false, onLoopback: true }, { enabled: false, port: 81, onLoopback: true })).toBeUndefined();
});
