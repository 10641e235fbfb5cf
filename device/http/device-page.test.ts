import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DevicePages } from './device-page.ts';

const index =
  '<html><head><script type="application/json" id="device"></script></head><body><div id="console"></div></body></html>';
const behindLogin = '<link rel="modulepreload" href="/assets/console.js">';
const login = index.replace('</div>', '<form><h1>{{modelName}} Login</h1></form></div>');

test('a signed-in browser is told what to fetch beside the page, any other is not', () => {
  const pages = new DevicePages({ index, behindLogin, login });
  const text = (signedIn: boolean, globals = '{"Port_num":28}') => pages.page(globals, signedIn).plain.toString();
  expect(text(true)).toContain(`${behindLogin}</head>`);
  expect(text(false)).not.toContain('modulepreload');
  for (const signedIn of [true, false]) expect(text(signedIn)).toContain('{"Port_num":28}');
  expect(text(true, '{"Port_num":8}')).toContain('{"Port_num":8}');
  const page = pages.page('{}', true);
  expect(gunzipSync(page.gzip).equals(page.plain)).toBe(true);
});

test('a browser that has not signed in has the login form of the model in the page, any other has none', () => {
  const pages = new DevicePages({ index, behindLogin, login });
  const text = (signedIn: boolean, globals: string) => pages.page(globals, signedIn).plain.toString();
  expect(text(false, '{"modelName":"<i>A&B"}')).toContain(
    '<div id="console"><form><h1>&lt;i>A&amp;B Login</h1></form></div>',
  );
  expect(text(false, '{}')).toContain('<h1> Login</h1>');
  expect(text(true, '{"modelName":"A"}')).toContain('<div id="console"></div>');
});

test('the same page is made once, however many others are kept beside it, and only so many are', () => {
  const pages = new DevicePages({ index, behindLogin, login }, 3);
  const first = pages.page('{"a":1}', false);
  for (const globals of ['{"a":2}', '{"a":3}']) pages.page(globals, false);
  expect(pages.page('{"a":1}', false)).toBe(first);
  const second = pages.page('{"a":2}', false);
  // The third is the one that was sent longest ago.
  pages.page('{"a":4}', false);
  expect(pages.page('{"a":2}', false)).toBe(second);
  expect(pages.page('{"a":1}', false)).toBe(first);
  for (const globals of ['{"a":5}', '{"a":6}', '{"a":7}']) pages.page(globals, false);
  expect(pages.page('{"a":1}', false)).not.toBe(first);
});

test('no text of the device ends its data block', () => {
  const { plain } = new DevicePages({ index, behindLogin, login }).page('{"modelName":"</script><script>"}', false);
  expect(plain.toString().match(/<script/g)).toHaveLength(1);
});

test('a console that is not built says so', () => {
  const { plain } = new DevicePages({ index: undefined, behindLogin: '' }).page('{}', true);
  expect(plain.toString()).toContain('The console is not built.');
});
