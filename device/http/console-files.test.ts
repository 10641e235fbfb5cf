import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleFiles } from './console-files.ts';

let directory: string;
let app: FastifyInstance;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-console-'));
  const console = join(directory, 'console');
  mkdirSync(join(console, 'assets'), { recursive: true });
  writeFileSync(join(directory, 'secret.js'), 'secret');
  writeFileSync(join(console, 'assets', 'page-1a2b.js'), 'plain');
  writeFileSync(join(console, 'assets', 'page-1a2b.js.gz'), gzipSync('plain'));
  writeFileSync(join(console, 'assets', 'page-1a2b.js.br'), brotliCompressSync('plain'));
  writeFileSync(join(console, 'icon.svg'), '<svg/>');
  writeFileSync(join(console, 'index.html'), 'page');
  const files = new ConsoleFiles(console);
  app = fastify();
  app.get('/*', (request, reply) => files.send(request, reply));
});

afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

const get = (url: string, encoding = 'identity') => app.inject({ url, headers: { 'accept-encoding': encoding } });

test('a hashed file is kept for good, and comes compressed to who takes that', async () => {
  const plain = await get('/assets/page-1a2b.js?x');
  expect(plain.body).toBe('plain');
  expect(plain.headers['content-type']).toMatch(/^text\/javascript/);
  expect(plain.headers['cache-control']).toMatch(/immutable/);
  const smallest = await get('/assets/page-1a2b.js', 'gzip, deflate, br');
  expect(smallest.headers['content-encoding']).toBe('br');
  expect(smallest.rawPayload).toEqual(brotliCompressSync('plain'));
  const zipped = await get('/assets/page-1a2b.js', 'gzip, deflate');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(zipped.rawPayload).toEqual(gzipSync('plain'));
});

test('another file is asked for each time', async () => {
  expect((await get('/icon.svg', 'gzip')).headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'image/svg+xml',
  });
});

test('nothing but the console’s own files is found', async () => {
  for (const url of ['/../secret.js', '/%2e%2e/secret.js', '/assets/../../secret.js', '/assets', '/index.html', '/x']) {
    expect((await get(url)).statusCode).toBe(404);
  }
});
