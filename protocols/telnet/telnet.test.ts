import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { TelnetServer, telnetText } from './telnet.ts';

const octets = (...values: (number | string)[]) =>
  Uint8Array.from(values.flatMap((one) => (typeof one === 'number' ? [one] : [...Buffer.from(one)])));
const text = (data: Uint8Array) => Buffer.from(data).toString('latin1');

const [IAC, DONT, DO, WONT, WILL, SB, SE] = [255, 254, 253, 252, 251, 250, 240];
const [ECHO, SGA, NAWS, BINARY] = [1, 3, 31, 0];

test('what agrees with the greeting is not answered (RFC 854: no loops)', () => {
  const server = new TelnetServer();
  const agreed = octets(IAC, DO, ECHO, IAC, DO, SGA, IAC, WILL, SGA, IAC, WILL, NAWS);
  expect(server.receive(agreed).reply).toEqual(octets());
  expect(server.echoes).toBe(true);
  expect(server.receive(agreed).reply).toEqual(octets());
});

test('what is not known is refused, and a refusal is taken', () => {
  const server = new TelnetServer();
  expect(server.receive(octets(IAC, DO, 24, IAC, WILL, BINARY)).reply).toEqual(
    octets(IAC, WONT, 24, IAC, DONT, BINARY),
  );
  expect(server.receive(octets(IAC, WONT, 24, IAC, DONT, BINARY)).reply).toEqual(octets());
});

test('a client that echoes by itself is left to it, and may change its mind', () => {
  const server = new TelnetServer();
  expect(server.receive(octets(IAC, DONT, ECHO)).reply).toEqual(octets());
  expect(server.echoes).toBe(false);
  expect(server.receive(octets(IAC, DO, ECHO)).reply).toEqual(octets(IAC, WILL, ECHO));
  expect(server.echoes).toBe(true);
  expect(server.receive(octets(IAC, DONT, ECHO)).reply).toEqual(octets(IAC, WONT, ECHO));
});

test('the size of the window comes out of a subnegotiation, also one with 255 in it (RFC 1073)', () => {
  const server = new TelnetServer();
  expect(server.receive(octets(IAC, SB, NAWS, 0, 120, 0, 40, IAC, SE)).size).toEqual({ columns: 120, rows: 40 });
  expect(server.receive(octets(IAC, SB, NAWS, 0, IAC, IAC, 0, 40, IAC, SE)).size).toEqual({ columns: 255, rows: 40 });
  expect(server.receive(octets(IAC, SB, NAWS, 0, 120, IAC, SE)).size).toBeUndefined();
  expect(server.receive(octets(IAC, SB, NAWS, ...Array(5000).fill(1), IAC, SE)).size).toBeUndefined();
});

test('keys that are commands become control characters, and text comes through', () => {
  const server = new TelnetServer();
  expect(text(server.receive(octets('ab', IAC, 244, IAC, 247, IAC, 248, IAC, IAC, 'c')).data)).toBe(
    'ab\x03\x7f\x15\xffc',
  );
  expect(text(server.receive(octets(IAC, 246)).reply)).toContain('[yes]');
});

test('a carriage return is never alone, and 255 is doubled', () => {
  expect(telnetText('a\rb\r\nc').toString('latin1')).toBe('a\r\0b\r\nc');
  expect(telnetText('\u00ff').includes(255)).toBe(false);
});

const count = framesToTry(3000);

test(
  `whatever comes, however divided, is read the same, and answered by no more than it is long, seed ${seed}`,
  () => {
    const octet = fc.oneof(fc.constantFrom(IAC, IAC, DO, DONT, WILL, WONT, SB, SE, ECHO, SGA, NAWS), fc.nat(255));
    fc.assert(
      fc.property(fc.array(octet, { maxLength: 200 }), fc.nat(200), (stream, cut) => {
        const whole = new TelnetServer().receive(Uint8Array.from(stream));
        const server = new TelnetServer();
        const [first, second] = [
          server.receive(Uint8Array.from(stream.slice(0, cut))),
          server.receive(Uint8Array.from(stream.slice(cut))),
        ];
        expect([...first.data, ...second.data]).toEqual([...whole.data]);
        expect([...first.reply, ...second.reply]).toEqual([...whole.reply]);
        expect(whole.data.length).toBeLessThanOrEqual(stream.length);
        expect(whole.reply.length).toBeLessThanOrEqual(stream.length * 5);
      }),
      { numRuns: count, seed },
    );
  },
  patience(count),
);
