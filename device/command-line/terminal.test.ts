import { beforeEach, expect, test } from 'vitest';
import { Terminal } from './terminal.ts';

let sent: string;
let terminal: Terminal;

beforeEach(() => {
  sent = '';
  terminal = new Terminal(async (text) => {
    sent += text;
  });
});

const type = (text: string) => terminal.feed(new TextEncoder().encode(text));
const ask = (prompt = 'switch> ') => terminal.readLine({ prompt });

/** Output since the last call. */
function written(): string {
  const text = sent;
  sent = '';
  return text;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a program that reads lines sees the prompt and what it wrote as text, and nothing else', async () => {
  const line = ask();
  await settled();
  expect(written()).toBe('switch> ');
  type('show version\r');
  expect(await line).toBe('show version');
  expect(written()).toBe('show version\r\n');
});

test('what is typed is written on, and what is corrected is drawn by backspaces', async () => {
  const line = ask();
  await settled();
  written();
  type('sx');
  await settled();
  expect(written()).toBe('sx');
  type('\x7f');
  await settled();
  expect(written()).toBe('\b \b');
  type('how');
  type('\x01');
  await settled();
  written();
  type('-');
  await settled();
  expect(written()).toBe('-show\b\b\b\b');
  type('\r');
  expect(await line).toBe('-show');
});

test('a password is not shown, however it is typed', async () => {
  const line = terminal.readLine({ prompt: 'Password: ', isHidden: true });
  type('secret');
  await settled();
  type('\r');
  expect(await line).toBe('secret');
  expect(written()).toBe('Password: \r\n');
});

test('a line longer than the row moves along under the cursor', async () => {
  terminal.resize({ columns: 20, rows: 24 });
  const line = ask();
  await settled();
  type('abcdefghijklmnop');
  await settled();
  expect(written().length).toBeLessThan(60);
  type('\r');
  expect(await line).toBe('abcdefghijklmnop');
});

const lines = (count: number) => [...Array(count).keys()].map(String);

test('an answer waits for a key after each page, asked for as plain text', async () => {
  terminal.resize({ columns: 80, rows: 5 });
  const printed = terminal.commandIo().print(lines(6));
  await settled();
  expect(written()).toBe('0\r\n1\r\n2\r\n3\r\n--More--');
  type(' ');
  await printed;
  expect(written()).toBe('\r        \r4\r\n5\r\n');
});

test('a length of 0 shows all of an answer at once, whatever the size of the terminal', async () => {
  const io = terminal.commandIo();
  io.resize?.({ rows: 0 });
  io.resize?.({ columns: 0 });
  terminal.resize({ columns: 80, rows: 5 });
  expect(terminal.commandIo().width).toBe(Number.POSITIVE_INFINITY);
  await terminal.commandIo().print(lines(100));
  expect(written()).toBe(
    lines(100)
      .map((line) => `${line}\r\n`)
      .join(''),
  );
});

test('a length that was set is the length of a page', async () => {
  terminal.commandIo().resize?.({ rows: 3 });
  void terminal.commandIo().print(lines(6));
  await settled();
  expect(written()).toBe('0\r\n1\r\n--More--');
});

test('what is pasted waits at its sender, and none of it is lost', async () => {
  const told: string[] = [];
  const source = { pause: () => told.push('pause'), resume: () => told.push('resume') };
  const feed = (text: string) => terminal.feed(new TextEncoder().encode(text), source);
  const pasted = [...Array(400).keys()].map((at) => `set system location ${'x'.repeat(40)}${at}`);
  feed(pasted.map((line) => `${line}\r`).join(''));
  expect(told).toEqual(['pause']);
  const read: (string | undefined)[] = [];
  for (const _ of pasted) read.push(await ask());
  expect(read).toEqual(pasted);
  expect(told).toEqual(['pause', 'resume']);
  const keys = 'k'.repeat(16_384);
  feed(`${keys}\r`);
  expect(await ask()).toBe(keys);
});

test('a client that tells its size at the prompt sees the prompt once', async () => {
  const line = ask();
  await settled();
  expect(written()).toBe('switch> ');
  terminal.resize({ columns: 132, rows: 50 });
  await settled();
  expect(written()).toBe('');
  type('show\r');
  expect(await line).toBe('show');
});
