import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hostFiles } from '../flash/flash-files.ts';
import { type BackendMethods, createUniformBackend, Unavailable } from '../switch/backend.ts';
import { TemporaryFiles } from '../switch/temporary-files.ts';
import { builtConsole } from './built-console.ts';
import { Connections } from './connections.ts';
import { consoleListener } from './listener.ts';
import { OwnNames } from './own-names.ts';
import { startWebServer } from './web-server.ts';

const MEGABYTE = 1024 * 1024;

let directory: string;
let temporary: TemporaryFiles;
let port: number;
let close: () => Promise<void>;
/** The upload, as the switch found it at its path. */
let taken: { readonly name: string; readonly size: number; readonly sha256: string; readonly field: string }[];
let maximumSize: number;
/** Pieces of the file to fetch that were made so far. */
let made: number;
let failUpload: boolean;

const piece = new Uint8Array(MEGABYTE).fill(7);

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-cgi-'));
  temporary = new TemporaryFiles(directory);
  await temporary.clear(hostFiles);
  taken = [];
  made = 0;
  maximumSize = 64 * MEGABYTE;
  failUpload = false;
  const connections = new Connections();
  const listener = consoleListener(connections);
  const answers: Partial<{
    [Method in keyof BackendMethods]: (
      question: BackendMethods[Method]['question'],
    ) => Promise<BackendMethods[Method]['answer']>;
  }> = {
    visitor: async ({ cookie }) => ({ isSignedIn: cookie === 'mine', isKnown: cookie === 'mine' }),
    async uploadPlace({ gambit }) {
      if (gambit === 'good') return { path: temporary.path(), maximumSize };
      // As a cloud does that looks into its store.
      await stat(temporary.path()).catch(() => {});
      return { refused: '{"refused":1}' };
    },
    async upload({ file: { name, path, size }, fields }) {
      if (failUpload) throw new Unavailable();
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(path)) hash.update(chunk);
      taken.push({ name, size, sha256: hash.digest('hex'), field: fields.mode ?? '' });
      return '{"done":1}';
    },
    async download() {
      const pieces = async function* () {
        for (made = 0; made < 16; made += 1) yield piece;
      };
      return { fileName: 'a b.bin', contentType: 'application/octet-stream', path: await temporary.write(pieces()) };
    },
  };
  listener.onServer((server, secure) =>
    startWebServer({
      backend: createUniformBackend((method, question) => {
        const answer = answers[method];
        return answer ? answer(question) : Promise.reject(new Unavailable());
      }),
      connections,
      built: builtConsole(join(directory, 'no-console')),
      server,
      secure,
      ownNames: new OwnNames(),
    }),
  );
  port = await listener.listen(0, '127.0.0.1');
  close = () => listener.close();
});

afterEach(async () => {
  await close();
  rmSync(directory, { recursive: true, force: true });
});

const url = () => `http://127.0.0.1:${port}/iss/specific/cgi/file`;
const left = () => readdirSync(directory);

/** The form of an upload up to where the file's octets begin. */
function formBegin(boundary: string, gambit = 'good') {
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file =
    'Content-Disposition: form-data; name="file"; filename="image.bin"\r\nContent-Type: application/octet-stream';
  return `${field('Gambit', gambit)}${field('mode', 'check')}--${boundary}\r\n${file}\r\n\r\n`;
}

/** Sends `pieces` megabytes as a file and gives back the answer. */
function send(pieces: number, gambit = 'good'): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const boundary = 'boundary';
    const sending = request(
      url(),
      {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, cookie: `faceplate-${port}=mine` },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        response.on('end', () => resolve({ status: response.statusCode, body }));
      },
    );
    let answered = false;
    sending.on('response', () => {
      answered = true;
    });
    // A file that is refused is not read to its end.
    sending.on('error', (error) => (answered ? undefined : reject(error)));
    sending.write(formBegin(boundary, gambit));
    for (let count = 0; count < pieces; count += 1) sending.write(piece);
    sending.end(`\r\n--${boundary}--\r\n`);
  });
}

test('a large file passes over the disk, whole, and is gone when it was taken', async () => {
  expect(await send(24)).toEqual({ status: 200, body: '{"done":1}' });
  const hash = createHash('sha256');
  for (let count = 0; count < 24; count += 1) hash.update(piece);
  expect(taken).toEqual([{ name: 'image.bin', size: 24 * MEGABYTE, sha256: hash.digest('hex'), field: 'check' }]);
  await expect.poll(left).toEqual([]);
});

test('a file that is too long, of a stranger, or not taken leaves nothing behind', async () => {
  maximumSize = 2 * MEGABYTE;
  expect(await send(3)).toMatchObject({ status: 413 });
  expect(await send(1, 'stranger')).toMatchObject({ status: 200, body: '{"refused":1}' });
  failUpload = true;
  expect(await send(1)).toMatchObject({ status: 503 });
  expect(taken).toEqual([]);
  await expect.poll(left).toEqual([]);
  failUpload = false;
  expect(await send(2)).toMatchObject({ status: 200 });
});

test('whoever sends a long file that is refused hears that, and not that his connection broke off', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const form = new FormData();
    form.set('Gambit', 'stranger');
    form.set('file', new Blob(Array.from({ length: 24 }, () => new Uint8Array(MEGABYTE))), 'image.bin');
    const headers = { cookie: `faceplate-${port}=mine` };
    const response = await fetch(url(), { method: 'POST', body: form, headers });
    expect(await response.text()).toBe('{"refused":1}');
  }
  await expect.poll(left).toEqual([]);
});

test('a connection that breaks takes the half-sent file with it', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const head = [
    'POST /iss/specific/cgi/file HTTP/1.1',
    'Host: 127.0.0.1',
    `Cookie: faceplate-${port}=mine`,
    'Content-Type: multipart/form-data; boundary=boundary',
    `Content-Length: ${8 * MEGABYTE}`,
    '',
    '',
  ];
  socket.write(head.join('\r\n'));
  socket.write(formBegin('boundary'));
  socket.write(piece);
  await expect.poll(() => left().length).toBe(1);
  socket.destroy();
  await expect.poll(left).toEqual([]);
  expect(taken).toEqual([]);
});

test.each([
  ['ends within its file', `${formBegin('boundary')}some octets`, 400],
  ['ends before its file', '--boundary\r\n', 400],
  ['holds no file', `--boundary\r\nContent-Disposition: form-data; name="Gambit"\r\n\r\ngood\r\n--boundary--\r\n`, 400],
  ['holds two files', `${formBegin('boundary')}x\r\n${formBegin('boundary')}y\r\n--boundary--\r\n`, 413],
  ['has a field that is too long', `${formBegin('boundary', 'g'.repeat(5000))}x\r\n--boundary--\r\n`, 413],
])('a form that %s is refused, and leaves nothing behind', async (_, body, status) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=boundary' };
  const response = await fetch(url(), { method: 'POST', headers, body });
  expect(response.status).toBe(status);
  expect(taken).toEqual([]);
  await expect.poll(left).toEqual([]);
});

test('a file takes the place of one that the same session sends, and not of others', async () => {
  const begin = async (cookie: string, name: string) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    const before = left().length;
    socket.write(
      `POST /iss/specific/cgi/${name} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: faceplate-${port}=${cookie}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 16000\r\n\r\n${formBegin('b')}some`,
    );
    return { socket, ended, isKept: () => expect.poll(() => left().length).toBe(before + 1) };
  };
  const [other, another] = [await begin('theirs', 'file'), await begin('mine', 'other')];
  await expect.poll(() => left().length).toBe(2);
  const first = await begin('mine', 'file');
  await first.isKept();
  expect(await send(1)).toEqual({ status: 200, body: '{"done":1}' });
  await first.ended;
  await expect.poll(() => left().length).toBe(2);
  for (const { socket, ended } of [other, another]) {
    socket.destroy();
    await ended;
  }
  await expect.poll(left).toEqual([]);
});

test('what is no such form is refused', async () => {
  const types = ['multipart/form-data', 'application/json', 'multipart/form-datax; boundary=boundary'];
  const answers = types.map((type) => fetch(url(), { method: 'POST', headers: { 'content-type': type }, body: 'x' }));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 415, 415]);
});

test('a file that is fetched comes whole, with its length, and leaves nothing behind', async () => {
  const response = await fetch(url());
  expect(response.headers.get('content-length')).toBe(String(16 * MEGABYTE));
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="a_b.bin"');
  expect((await response.arrayBuffer()).byteLength).toBe(16 * MEGABYTE);
  await expect.poll(left).toEqual([]);
});

test('a receiver that breaks off leaves nothing behind', async () => {
  const abort = new AbortController();
  const response = await fetch(url(), { signal: abort.signal });
  await expect.poll(left).toEqual([]);
  abort.abort();
  await expect(response.arrayBuffer()).rejects.toThrow();
});

test('a file whose making fails is not left half', async () => {
  const failing = function* () {
    yield piece;
    throw new Error('no more');
  };
  await expect(temporary.write(failing())).rejects.toThrow('no more');
  await expect.poll(left).toEqual([]);
  const [text, octets] = [await temporary.write('text'), await temporary.write(Uint8Array.of(1, 2))];
  expect(existsSync(text) && existsSync(octets)).toBe(true);
  await temporary.clear(hostFiles);
  await expect.poll(left).toEqual([]);
});
