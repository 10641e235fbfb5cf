import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleFiles } from './console-files.ts';
import { exchangeOf } from './exchange.ts';

let directory: string;
let server: Server;
let port: number;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-console-'));
  const console = join(directory, 'console');
  mkdirSync(join(console, 'assets'), { recursive: true });
  writeFileSync(join(directory, 'secret.js'), 'secret');
  writeFileSync(join(console, 'assets', 'page-1a2b.js'), 'plain');
  writeFileSync(join(console, 'assets', 'page-1a2b.js.gz'), gzipSync('plain'));
  writeFileSync(join(console, 'assets', 'page-1a2b.js.br'), brotliCompressSync('plain'));
  writeFileSync(join(console, 'assets', 'other-3c4d.js'), 'other');
  writeFileSync(join(console, 'assets', 'other-3c4d.js.br'), brotliCompressSync('other'));
  writeFileSync(join(console, 'assets', 'packed-5e6f.js.br'), brotliCompressSync('packed'));
  writeFileSync(join(console, 'assets', 'texts-7a8b.js'), 'text '.repeat(30_000));
  writeFileSync(join(console, 'assets', 'texts.json'), 'text '.repeat(300));
  writeFileSync(join(console, 'assets', 'picture.png'), 'text '.repeat(30_000));
  writeFileSync(join(console, 'icon.svg'), '<svg/>');
  writeFileSync(join(console, 'index.html'), 'page');
  const texts = join(console, 'assets', 'Rel1ase');
  mkdirSync(texts);
  const pairs = Array.from({ length: 300 }, (_, at) => `"Text ${at}":"Text Nummer ${at}"`);
  writeFileSync(join(texts, 'de.json'), `{\n${pairs.join(',\n')}\n}\n`);
  const groups = { start: [1], console: [2, 3], all: pairs.map((_, at) => at + 1), '7': [] };
  writeFileSync(join(texts, 'groups.json'), JSON.stringify(groups));
  const shared = join(directory, 'shared');
  mkdirSync(join(shared, 'assets'), { recursive: true });
  writeFileSync(join(shared, 'icon.svg'), '<svg>shared</svg>');
  writeFileSync(join(shared, 'assets', 'common-9b0c.js.br'), brotliCompressSync('common'));
  const files = new ConsoleFiles([shared, console, join(directory, 'missing')]);
  server = createServer(async (request, response) => {
    if (!(await files.send(exchangeOf(request, response)))) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

/** Asks for a path just as it is written. */
async function get(path: string, encoding = 'identity', method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, path, method, agent: false, headers: { 'accept-encoding': encoding } }, resolve)
      .on('error', reject)
      .end();
  });
  const { statusCode, headers } = response;
  return { statusCode, headers, body: await buffer(response) };
}

test('a file that a package has only compressed comes in every form, at its own name', async () => {
  expect((await get('/assets/packed-5e6f.js')).body.toString()).toBe('packed');
  expect(gunzipSync((await get('/assets/packed-5e6f.js', 'gzip')).body).toString()).toBe('packed');
  expect((await get('/assets/packed-5e6f.js', 'br')).body).toEqual(brotliCompressSync('packed'));
  expect((await get('/assets/packed-5e6f.js.br')).statusCode).toBe(404);
});

test('a large file that a package has only as it is comes compressed to who takes that', async () => {
  expect((await get('/assets/texts-7a8b.js')).body.length).toBe(150_000);
  const zipped = await get('/assets/texts-7a8b.js', 'gzip');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.body).length).toBe(150_000);
});

test('texts that a package has only as they are come compressed to who takes that, and pictures as they are', async () => {
  const zipped = await get('/assets/texts.json', 'gzip');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.body).toString()).toBe('text '.repeat(300));
  const texts = await get('/assets/texts.json', 'gzip, br');
  expect(texts.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(texts.body).toString()).toBe('text '.repeat(300));
  expect((await get('/assets/texts.json')).body.toString()).toBe('text '.repeat(300));
  expect((await get('/assets/picture.png', 'gzip')).headers['content-encoding']).toBeUndefined();
});

test('a hashed file is kept for good, and comes compressed to who takes that', async () => {
  const plain = await get('/assets/page-1a2b.js?x');
  expect(plain.body.toString()).toBe('plain');
  expect(plain.headers['content-type']).toMatch(/^text\/javascript/);
  expect(plain.headers['cache-control']).toMatch(/immutable/);
  const smallest = await get('/assets/page-1a2b.js', 'gzip, deflate, br');
  expect(smallest.headers['content-encoding']).toBe('br');
  expect(smallest.body).toEqual(brotliCompressSync('plain'));
  const zipped = await get('/assets/page-1a2b.js', 'gzip, deflate');
  const packaged = await get('/assets/other-3c4d.js', 'gzip, deflate');
  expect(packaged.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packaged.body).toString()).toBe('other');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(zipped.body).toEqual(gzipSync('plain'));
});

test('another file is asked for each time', async () => {
  expect((await get('/icon.svg', 'gzip')).headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'image/svg+xml',
  });
});

test('of two folders each has its files, and what both have comes from the later one', async () => {
  expect((await get('/assets/common-9b0c.js')).body.toString()).toBe('common');
  expect((await get('/icon.svg')).body.toString()).toBe('<svg/>');
});

test('nothing but the console’s own files is found', async () => {
  for (const url of ['/../secret.js', '/%2e%2e/secret.js', '/assets/../../secret.js', '/assets', '/index.html', '/x']) {
    expect((await get(url)).statusCode).toBe(404);
  }
});

const textsOf = async (names: string) => JSON.parse((await get(`/assets/Rel1ase/de/${names}.json`)).body.toString());

test('groups of texts come together, each text once, and are kept for good', async () => {
  expect(await textsOf('start,console')).toEqual({
    'Text 0': 'Text Nummer 0',
    'Text 1': 'Text Nummer 1',
    'Text 2': 'Text Nummer 2',
  });
  expect(await textsOf('7')).toEqual({});
  const all = await get('/assets/Rel1ase/de/all,start,console.json', 'gzip, br');
  expect(all.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': expect.stringContaining('immutable'),
    vary: 'accept-encoding',
  });
  expect(Object.keys(JSON.parse(brotliDecompressSync(all.body).toString()))).toHaveLength(300);
  const head = await get('/assets/Rel1ase/de/all,start,console.json', 'gzip, br', 'HEAD');
  expect(head.body).toHaveLength(0);
  expect(head.headers['content-length']).toBe(String(all.body.length));
  expect((await get('/assets/Rel1ase/de/all.json', 'gzip')).headers['content-encoding']).toBe('gzip');
  expect((await get('/assets/Rel1ase/de/start.json', 'gzip, br')).headers['content-encoding']).toBeUndefined();
});

test.each([
  ['a group that is not there', 'Rel1ase/de/secret.json'],
  ['one of several that is not', 'Rel1ase/de/start,secret.json'],
  ['nothing between commas', 'Rel1ase/de/start,,console.json'],
  ['what every object has', 'Rel1ase/de/constructor.json'],
  ['another language', 'Rel1ase/xx/start.json'],
  ['the list of groups as a language', 'Rel1ase/groups/start.json'],
  ['another release', 'Rel2ase/de/start.json'],
  ['a folder above', 'Rel1ase/../../secret/de/start.json'],
  ['a folder above, encoded', 'Rel1ase/%2e%2e/de/start.json'],
  ['a language above', 'Rel1ase/../start.json'],
  ['dots', 'Rel1ase/de/...json'],
  ['a null', 'Rel1ase/de/start%00.json'],
  ['more than there is', `Rel1ase/de/${'x,'.repeat(4000)}x.json`],
])('texts are not made up: %s', async (_, path) => {
  expect((await get(`/assets/${path}`)).statusCode).toBe(404);
});

test('a group that is named a thousand times comes once', async () => {
  const many = `start,${'console,'.repeat(1500)}start`;
  expect(Object.keys(await textsOf(many))).toHaveLength(3);
});

test('groups that are asked for at the same time come to everybody', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => textsOf(at % 2 ? 'start' : 'all')));
  expect(answers.map((texts) => Object.keys(texts).length)).toEqual(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? 1 : 300)),
  );
});

test('texts of a release that is taken away while a page is open are not there, and come again with it', async () => {
  for (const [file, address] of [
    ['Rel1ase/de.json', 'Rel1ase/de/start.json'],
    ['Rel1ase/de.json', 'Rel1ase/de.json'],
    ['packed-5e6f.js.br', 'packed-5e6f.js'],
  ]) {
    const path = join(directory, 'console', 'assets', String(file));
    renameSync(path, `${path}.gone`);
    const gone = await get(`/assets/${address}`);
    renameSync(`${path}.gone`, path);
    expect(gone.statusCode, address).toBe(404);
    expect((await get(`/assets/${address}`)).statusCode, address).toBe(200);
  }
});
