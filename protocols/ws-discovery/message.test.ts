import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { buildProbe, readAnnouncement } from './message.ts';
import { LONGEST_DOCUMENT, readXml } from './xml.ts';

const octets = (text: string) => new TextEncoder().encode(text);
const DISCOVERY = 'http://schemas.xmlsoap.org/ws/2005/04/discovery';

/** A camera's message, with its prefixes as vendors choose them. */
const message = (action: string, said: string, doctype = '') => `<?xml version="1.0" encoding="UTF-8"?>${doctype}
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope" xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing"
 xmlns:wsdd="${DISCOVERY}" xmlns:tdn="http://www.onvif.org/ver10/network/wsdl">
<SOAP-ENV:Header><wsa:MessageID>uuid:1</wsa:MessageID><wsa:Action SOAP-ENV:mustUnderstand="true">${DISCOVERY}/${action}</wsa:Action></SOAP-ENV:Header>
<SOAP-ENV:Body>${said}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;
const camera = `<wsdd:Types>tdn:NetworkVideoTransmitter</wsdd:Types>
<wsdd:Scopes>onvif://www.onvif.org/type/video_encoder onvif://www.onvif.org/name/AXIS%20M1065 onvif://www.onvif.org/hardware/M1065-LW</wsdd:Scopes>
<wsdd:XAddrs>http://[fe80::1]/onvif/device_service http://192.0.2.20:8080/onvif/device_service</wsdd:XAddrs>`;
const hello = message('Hello', `<wsdd:Hello>${camera}</wsdd:Hello>`);

describe('an announcement', () => {
  test('names a camera, by whatever prefixes', () => {
    const said = { kind: 'camera', manufacturer: 'AXIS M1065', model: 'M1065-LW', address: '192.0.2.20' };
    expect(readAnnouncement(octets(hello))).toEqual({ action: 'hello', ...said });
    const matches = `<wsdd:ProbeMatches><wsdd:ProbeMatch>${camera}</wsdd:ProbeMatch></wsdd:ProbeMatches>`;
    expect(readAnnouncement(octets(message('ProbeMatches', matches)))).toEqual({ action: 'probeMatches', ...said });
  });

  test('names a recorder by its type or its scopes', () => {
    const typed =
      '<wsdd:Hello><wsdd:Types>tdn:NetworkVideoStorage tdn:NetworkVideoTransmitter</wsdd:Types></wsdd:Hello>';
    expect(readAnnouncement(octets(message('Hello', typed)))?.kind).toBe('recorder');
    const scoped =
      '<wsdd:Hello><wsdd:Scopes>onvif://www.onvif.org/type/Network_Video_Storage</wsdd:Scopes></wsdd:Hello>';
    expect(readAnnouncement(octets(message('Hello', scoped)))?.kind).toBe('recorder');
  });

  test('is none of a printer, of another protocol, and of a type that only sounds alike', () => {
    const printer = '<wsdd:Hello><wsdd:Types>NetworkVideoTransmitter</wsdd:Types></wsdd:Hello>';
    expect(readAnnouncement(octets(message('Hello', printer)))).toBeUndefined();
    const forged = '<wsdd:Hello xmlns:tdn="urn:x"><wsdd:Types>tdn:NetworkVideoTransmitter</wsdd:Types></wsdd:Hello>';
    expect(readAnnouncement(octets(message('Hello', forged)))).toBeUndefined();
    expect(readAnnouncement(octets('<a/>'))).toBeUndefined();
    expect(readAnnouncement(buildProbe('1'))).toBeUndefined();
  });

  test('that declares entities is none, nor one that is too long, too deep or too much', () => {
    const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
    expect(readAnnouncement(octets(message('Hello', `<wsdd:Hello>${camera}</wsdd:Hello>`, entity)))).toBeUndefined();
    expect(readAnnouncement(octets(hello + ' '.repeat(LONGEST_DOCUMENT)))).toBeUndefined();
    expect(readXml('<a>'.repeat(30) + '</a>'.repeat(30))).toBeUndefined();
    expect(readXml(`<a>${'<b/>'.repeat(300)}</a>`)).toBeUndefined();
  });

  test('shows nothing that is no text', () => {
    const said = `<wsdd:Hello><wsdd:Types>tdn:NetworkVideoTransmitter</wsdd:Types><wsdd:Scopes>onvif://www.onvif.org/hardware/${'%00%1b'.repeat(9)}${'x'.repeat(99)}</wsdd:Scopes></wsdd:Hello>`;
    expect(readAnnouncement(octets(message('Hello', said)))?.model).toBe('x'.repeat(32));
  });
});

describe('XML', () => {
  test('is read with namespaces, entities and sections of characters', () => {
    const root = readXml('<a xmlns="urn:a" xmlns:b=\'urn:b\'>x &lt;&#65;&#x42;<b:c/><![CDATA[<&]]><!-- no --></a>');
    expect(root).toMatchObject({ namespace: 'urn:a', name: 'a', text: 'x <AB<&' });
    expect(root?.children).toMatchObject([{ namespace: 'urn:b', name: 'c' }]);
  });

  test.each([
    '',
    '<a>',
    '</a>',
    '<a></b>',
    '<a/><b/>',
    'x<a/>',
    '<a>&b;</a>',
    '<a>&',
    '<x:a/>',
    '<a b=c/>',
    '<a',
    '<!-- <a/>',
    '<a>&#0;</a>',
  ])('that is not well formed is none: %j', (text) => {
    expect(readXml(text)).toBeUndefined();
  });
});

const long = (text: string) => text.repeat(Math.floor(15_000 / text.length));

test.each([
  `<${long('a')}`,
  `<a ${long('b="" ')}`,
  `<a${long(' ')}b`,
  `<a>${long('</a ')}`,
  `<a>${long('&amp')}`,
  `<a>${long('&')}`,
  `<a ${long('xmlns:a="" ')}>`,
  `<!--${long('-')}`,
  `<a>${long('<a>')}`,
  message('Hello', `<wsdd:Hello><wsdd:Types>${long('tdn:x ')}</wsdd:Types></wsdd:Hello>`),
  message('Hello', `<wsdd:Hello><wsdd:Scopes>onvif://www.onvif.org/${long('%')}</wsdd:Scopes></wsdd:Hello>`),
])('of the worst of words is read about as fast as of any others: %.30s', (worst) => {
  const plain = octets(message('Hello', `<wsdd:Hello>${'<b>x</b> '.repeat(200)}${'x'.repeat(13_000)}</wsdd:Hello>`));
  const fastest = (text: Uint8Array) =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const began = performance.now();
        readAnnouncement(text);
        return performance.now() - began;
      }),
    );
  // If time grew as the square of the length it would be some hundred times more.
  expect(fastest(octets(worst)) / fastest(plain)).toBeLessThan(60);
});

const count = framesToTry(3000);

test(
  `stays calm with ${count} damaged and random messages, seed ${seed}`,
  () => {
    const real = octets(hello);
    const damaged = fc
      .array(fc.record({ at: fc.nat(real.length - 1), octet: fc.nat(255), cut: fc.boolean() }), { maxLength: 8 })
      .map((damages) => {
        let copy = real.slice();
        for (const { at, octet, cut } of damages) {
          if (cut) copy = copy.slice(0, Math.max(1, at));
          else if (at < copy.length) copy[at] = octet;
        }
        return copy;
      });
    const shuffled = fc
      .array(
        fc.constantFrom(
          '<',
          '>',
          '/',
          '&',
          'a',
          ':',
          '"',
          ' ',
          '<!--',
          '-->',
          '<![CDATA[',
          ']]>',
          'xmlns:a="b"',
          '<a>',
          '</a>',
          '<?',
        ),
      )
      .map((parts) => octets(parts.join('')));
    fc.assert(
      fc.property(fc.oneof(damaged, shuffled, fc.uint8Array({ maxLength: 300 })), (text) => {
        const said = readAnnouncement(text);
        if (said) expect([said.model.length <= 32, said.manufacturer.length <= 32]).toEqual([true, true]);
      }),
      { numRuns: count, seed },
    );
  },
  patience(count),
);
