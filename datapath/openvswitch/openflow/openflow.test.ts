import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Do } from './action.ts';
import { encodeMessage, encodeMessages, MessageStream, OpenFlowVersion } from './message.ts';
import { buildPacketOut, parsePacketIn } from './packet.ts';

const octets = (most: number) => fc.uint8Array({ maxLength: most });

/** The body of a packet-in as a switch writes it (OpenFlow 1.4, 7.4.1): in_port last in a match of `fields`. */
function packetIn(cookie: bigint, port: number, frame: Uint8Array): Uint8Array {
  // OXM metadata (8 octets), then in_port (4 octets): 12 + 8 octets of fields after the match's own 4.
  const match = [0x80, 0x00, 2 << 1, 8, 0, 0, 0, 0, 0, 0, 0, 7, 0x80, 0x00, 0, 4, 0, 0, 0, 0];
  const body = new Uint8Array(16 + 24 + 2 + frame.length);
  const view = new DataView(body.buffer);
  view.setUint32(0, 0xffff_ffff);
  view.setUint16(4, frame.length);
  view.setBigUint64(8, cookie);
  view.setUint16(16, 1);
  view.setUint16(18, 4 + match.length);
  body.set(match, 20);
  view.setUint32(20 + 16, port);
  body.set(frame, 42);
  return body;
}

describe('OpenFlow messages', () => {
  it('come out of the stream as they went in, however it is cut', () => {
    const message = fc.record({ type: fc.nat(255), transaction: fc.nat(0xffff_ffff), body: octets(300) });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.integer({ min: 1, max: 50 }), (messages, piece) => {
        const wire = Buffer.concat(messages.map((message) => encodeMessage(message)));
        const stream = new MessageStream();
        const seen = [];
        for (let at = 0; at < wire.length; at += piece) seen.push(...stream.push(wire.subarray(at, at + piece)));
        expect(seen).toEqual(messages);
      }),
    );
  });

  it('are written one after another under one transaction, with what is inside of them', () => {
    const inner = { type: 14, body: Uint8Array.of(7, 8, 9) };
    const requests = [
      { type: 33, body: Uint8Array.of(1) },
      { type: 34, body: Uint8Array.of(2, 3), inner },
      { type: 20, body: new Uint8Array(0) },
    ];
    const body = Uint8Array.from([2, 3, ...encodeMessage({ ...inner, transaction: 77 })]);
    expect(new MessageStream().push(encodeMessages(requests, 77, OpenFlowVersion.v14))).toEqual([
      { type: 33, transaction: 77, body: Uint8Array.of(1) },
      { type: 34, transaction: 77, body },
      { type: 20, transaction: 77, body: new Uint8Array(0) },
    ]);
  });

  it('with a length shorter than the header end the stream', () => {
    expect(() => new MessageStream().push(Uint8Array.of(5, 0, 0, 4, 0, 0, 0, 0))).toThrow();
  });
});

describe('a frame from the switch', () => {
  it('is read with its port and the cookie of its rule, past other match fields', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 0xffff_ffff_ffff_ffffn), fc.nat(0xffff_ffff), octets(200), (cookie, port, frame) => {
        expect(parsePacketIn(packetIn(cookie, port, frame))).toMatchObject({ cookie, port, frame });
      }),
    );
  });

  it('that is damaged is left out and never throws', () => {
    fc.assert(
      fc.property(octets(120), (body) => {
        const packet = parsePacketIn(body);
        expect(packet === undefined || packet.frame.length <= body.length).toBe(true);
      }),
    );
  });
});

describe('a frame to the switch', () => {
  it('carries its ports and is the end of the message', () => {
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), fc.nat(0xffff_ffff), octets(200), (from, to, frame) => {
        const body = buildPacketOut(from, [Do.output(to)], frame);
        const view = new DataView(body.buffer);
        expect([view.getUint32(4), view.getUint32(20)]).toEqual([from, to]);
        expect(body.subarray(body.length - frame.length)).toEqual(frame);
      }),
    );
  });
});
