import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ansibleCollections } from '../../scripts/ansible-collections.mjs';
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
    env: { ...process.env, HOME: folder, TERM: 'xterm', ...ansibleSettings },
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

/** The collections of the set-up, a result as JSON for each task, and an end of the connection that is kept for further plays. */
const ansibleSettings = {
  ANSIBLE_COLLECTIONS_PATH: ansibleCollections,
  ANSIBLE_STDOUT_CALLBACK: 'minimal',
  ANSIBLE_PERSISTENT_CONNECT_TIMEOUT: '10',
};

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

const hasCollections = existsSync(ansibleCollections);

test.skipIf(!hasCollections)(
  'Ansible runs commands, changes the configuration and sees refusals by network_cli',
  async () => {
    const host = [
      `core ansible_host=${ADDRESS} ansible_user=admin ansible_password=${PASSWORD}`,
      'ansible_connection=ansible.netcommon.network_cli ansible_network_os=cisco.ios.ios',
      'ansible_network_cli_ssh_type=paramiko ansible_host_key_checking=false',
    ];
    const lines = [
      'show version',
      'show vlan',
      'begin',
      'set system system-management location attic',
      'apply',
      'show running-config',
      'set nowhere 1',
    ];
    const tasks = lines.map((command) => ({ 'ansible.netcommon.cli_command': { command }, ignore_errors: true }));
    const playbook = JSON.stringify([{ hosts: 'all', gather_facts: false, tasks }]);
    const words = ['-i', file('inventory', `${host.join(' ')}\n`), file('playbook.yml', playbook)];
    const { output } = await runs('/usr/bin/ansible-playbook', words);
    const results = [...output.matchAll(/^core \| (\S+) => (\{[\s\S]*?^\})/gm)].map(([, outcome, result = '']) => ({
      isTaken: outcome === 'SUCCESS',
      ...JSON.parse(result),
    }));
    const [version, vlans, , , , configuration, unknown] = results;
    expect(
      results.map(({ isTaken }) => isTaken),
      output,
    ).toEqual(lines.map((line) => !line.includes('nowhere')));
    expect(version.stdout).toMatch(/^Faceplate Software /);
    expect(vlans.stdout_lines.at(-1)).toBe('1    Default-VLAN                     active    1, 2');
    const named = 'set system system-management system-name core location attic';
    expect(configuration.stdout_lines.slice(0, 2)).toEqual(['begin replace', named]);
    expect(unknown.msg).toMatch(/^% Error: Unknown menu entry "nowhere"/m);
    expect(await agent.rows('system')).toMatchObject([{ sysLocation: 'attic' }]);
  },
);
