import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { LabAgent } from './lab-agent.ts';

const ADDRESS = '192.168.10.200';
const PASSWORD = 'first-Passw0rd';
const patience = { timeout: 30_000, interval: 200 };

let lab: Lab;
let agent: LabAgent;
let folder: string;

beforeAll(async () => {
  lab = await createLab({ ports: 2 });
  agent = new LabAgent(lab);
  await agent.start();
  folder = mkdtempSync(join(tmpdir(), 'faceplate-scripts-'));
  await agent.set('system', { sysName: 'core' });
  await agent.set('sshCtrl', { sshState: 1 });
  await agent.set('telnetCtrl', { telnetState: 1 });
  const listening = async () => {
    expect(await agent.rows('sshCtrl')).toMatchObject([{ sshListening: `${ADDRESS}:22` }]);
    expect(await agent.rows('telnetCtrl')).toMatchObject([{ telnetListening: `${ADDRESS}:23` }]);
  };
  await vi.waitFor(listening, patience);
});

afterAll(async () => {
  await agent.stop();
  await lab.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program at the host of port 1; resolves to what it printed and its exit status. */
function runs(
  name: string,
  words: readonly string[],
): Promise<{ readonly output: string; readonly status: number | null }> {
  const child = lab.host(1).namespace.spawn(name, words, {
    env: { ...process.env, HOME: folder, TERM: 'xterm' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => child.on('close', (status) => resolve({ output, status })));
}

/** Writes a file that programs read; its path. */
function file(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode });
  return path;
}

const sshOptions = '-F none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o PubkeyAuthentication=no';

/** OpenSSH’s client, without known hosts and without questions. */
const sshScript = `#!/bin/sh\nexec ssh ${sshOptions} "$@"\n`;

test.each([
  ['SSH', `spawn ssh ${sshOptions} admin@${ADDRESS}`, 'assword:'],
  ['Telnet', `spawn telnet ${ADDRESS}`, 'Username: '],
])('expect signs in by %s, and sees text between two prompts', async (_way, spawn, asked) => {
  const script = file(
    'dump.exp',
    [
      'set timeout 20',
      spawn,
      `expect "${asked}" {} timeout { exit 3 }`,
      ...(asked.startsWith('User') ? ['send "admin\\r"', 'expect "assword: "'] : []),
      `send "${PASSWORD}\\r"`,
      'expect -re {\\ncore> $} {} timeout { exit 4 }',
      'send "terminal length 0\\r"',
      'expect -re {^terminal length 0\\r\\ncore> $} {} timeout { exit 5 }',
      'send "show running-config\\r"',
      'expect -re {^show running-config\\r\\nbegin replace\\r\\n.*\\r\\napply\\r\\ncore> $} {} timeout { exit 6 }',
      'send "enable\\r"',
      'expect -re {^enable\\r\\ncore# $} {} timeout { exit 7 }',
      'send "exit\\r"',
      'expect eof {} timeout { exit 8 }',
      '',
    ].join('\n'),
  );
  const { output, status } = await runs('expect', [script]);
  expect(status, JSON.stringify(output)).toBe(0);
});

test.each(['ssh', 'telnet'])('clogin of RANCID collects by %s what it is asked for', async (method) => {
  const settings = [
    `add user ${ADDRESS} admin`,
    `add password ${ADDRESS} {${PASSWORD}} {${PASSWORD}}`,
    `add autoenable ${ADDRESS} 0`,
    `add method ${ADDRESS} ${method}`,
    `add sshcmd ${ADDRESS} {${file('ssh', sshScript, 0o700)}}`,
    '',
  ];
  const words = [
    '-f',
    file('cloginrc', settings.join('\n')),
    '-t',
    '20',
    '-c',
    'show version;show running-config',
    ADDRESS,
  ];
  const { output, status } = await runs('clogin', words);
  expect(status, output).toBe(0);
  expect(output).toMatch(/^core uptime is /m);
  expect(output).toMatch(
    /\nbegin replace\r?\n(?:[\s\S]*\n)?set system system-management system-name core\r?\n(?:[\s\S]*\n)?apply\r?\n/,
  );
  expect(output).not.toContain('\x1b');
});

test('netmiko reads reports, and pages do not stop it', async () => {
  const script = file(
    'dump.py',
    [
      'from netmiko import ConnectHandler',
      `switch = ConnectHandler(device_type="cisco_ios", host="${ADDRESS}", username="admin", password="${PASSWORD}")`,
      'print("PROMPT", switch.find_prompt())',
      'for command in ("show version", "show interfaces status", "show running-config"):',
      '    print("OUTPUT", command)',
      '    print(switch.send_command(command))',
      'switch.enable()',
      'print("PROMPT", switch.find_prompt())',
      'switch.disconnect()',
      '',
    ].join('\n'),
  );
  const { output, status } = await runs('/usr/bin/python3', [script]);
  expect(status, output).toBe(0);
  expect(output).toMatch(/PROMPT core>\n/);
  expect(output).toMatch(/OUTPUT show version\nFaceplate Software \(\S+\), Version \S+, RELEASE SOFTWARE\n/);
  expect(output).toMatch(
    /OUTPUT show interfaces status\n\n?Port +Name +Status +Vlan +Duplex +Speed +Type\n1 +connected +1 +/,
  );
  expect(output).toMatch(/OUTPUT show running-config\nbegin replace\n[\s\S]*\napply\n/);
  expect(output).toMatch(/PROMPT core#\n/);
});

test('ssh with a command prints its answer, and nothing of a terminal', async () => {
  const { output, status } = await runs('/bin/sh', [
    '-c',
    `printf '#!/bin/sh\\necho ${PASSWORD}\\n' > $HOME/ask && chmod 700 $HOME/ask && ` +
      `SSH_ASKPASS=$HOME/ask SSH_ASKPASS_REQUIRE=force ssh -q ${sshOptions} admin@${ADDRESS} 'show version'`,
  ]);
  expect(status, output).toBe(0);
  expect(output).toMatch(/^Faceplate Software \(\S+\), Version \S+, RELEASE SOFTWARE\r?\n/);
  expect(output).not.toContain('\x1b');
  expect(output).not.toMatch(/core[>#]/);
});
