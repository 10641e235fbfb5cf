import { describe, expect, test } from 'vitest';
import { help } from './help.mjs';
import { switchModels } from './models.ts';
import { readCommandLine } from './options.ts';

const options = (...words: string[]) => {
  const command = readCommandLine(words, {});
  if (command.kind !== 'run') throw new Error(command.kind === 'wrong' ? command.message : command.kind);
  return command.options;
};

describe('the command line', () => {
  test('has a default for everything', () => {
    expect(options()).toMatchObject({ host: '127.0.0.1', port: 8080, model: 'TPE-2840WS', datapath: 'virtual' });
  });

  test('reads addresses of both families', () => {
    expect(options('--listen', '0.0.0.0:443')).toMatchObject({ host: '0.0.0.0', port: 443 });
    expect(options('--listen', '[::1]:0')).toMatchObject({ host: '::1', port: 0 });
    expect(options('--listen', 'localhost:8080')).toMatchObject({ host: '127.0.0.1' });
  });

  test('reads the interfaces of Open vSwitch in their order', () => {
    const read = options('--datapath', 'openvswitch', '--ports', 'eth2, eth1', '--ovsdb', 'unix:/run/db.sock');
    expect(read).toMatchObject({ interfaces: ['eth2', 'eth1'], ovsdb: 'unix:/run/db.sock', takesUsedPorts: false });
    expect(options('--datapath', 'openvswitch', '--ports', 'e', '--take-ports').takesUsedPorts).toBe(true);
    expect(read.forwarder).toBe('netdev');
    const inKernel = options('--datapath', 'openvswitch', '--ports', 'e', '--ovs-datapath', 'system');
    expect(inKernel.forwarder).toBe('system');
  });

  test('needs nothing but the folder to take away what is left there', () => {
    const removed = { kind: 'remove', options: { dataDirectory: '/x', interfaces: [], ovsdb: undefined } };
    expect(readCommandLine(['--remove', '--data', '/x'], {})).toEqual(removed);
    expect(readCommandLine(['--remove', '--data', '/x', '--datapath', 'openvswitch'], {})).toEqual(removed);
    const named = readCommandLine(['--remove', '--ports', 'eth1', '--ovsdb', 'unix:/run/db.sock'], {});
    expect(named).toMatchObject({ options: { interfaces: ['eth1'], ovsdb: 'unix:/run/db.sock' } });
  });

  test('reads cables to other agents, and to the switch itself', () => {
    expect(options().cables).toEqual([]);
    expect(options('--cable', '24=unix:/tmp/a', '--cable', '5=unix:/tmp/b', '--cable', '6=unix:/tmp/b').cables).toEqual(
      [
        { port: 24, path: '/tmp/a' },
        { port: 5, path: '/tmp/b' },
        { port: 6, path: '/tmp/b' },
      ],
    );
  });

  test.each([
    [['--cable', '5'], /--cable 5: must be a port and a socket/],
    [['--cable', '0=unix:/tmp/a'], /must be a port and a socket/],
    [['--cable', '5=tcp:127.0.0.1:1'], /must be a port and a socket/],
    [['--cable', '5=unix:tmp/a'], /must be a port and a socket/],
    [['--cable', `5=unix:/${'x'.repeat(96)}`], /96 octets long at most/],
    [['--cable', '5=unix:/tmp/a', '--cable', '5=unix:/tmp/b'], /port 5 is named twice/],
    [['1', '2', '3'].flatMap((port) => ['--cable', `${port}=unix:/tmp/a`]), /a cable has two ends/],
    [['--datapath', 'openvswitch', '--ports', 'e', '--cable', '5=unix:/tmp/a'], /--cable has no meaning/],
    [['--listen', '8080'], /--listen 8080: must be an address and a port/],
    [['--listen', '127.0.0.1:70000'], /--listen/],
    [['--listen', '::1:8080'], /--listen/],
    [['--model', 'TPE-1'], /--model TPE-1: must be one of TEG-082WS/],
    [['--datapath', 'linux'], /must be virtual or openvswitch/],
    [['--datapath', 'openvswitch'], /--ports is missing/],
    [['--datapath', 'openvswitch', '--ports', 'eth1,eth1'], /named twice/],
    [['--datapath', 'openvswitch', '--ports', 'eth1,'], /"" is not the name of an interface/],
    [['--datapath', 'openvswitch', '--ports', 'e', '--ovsdb', 'tcp:1.2.3.4:6640'], /unix: and the absolute path/],
    [['--datapath', 'openvswitch', '--ports', 'e', '--scenario', 'x.json'], /--scenario has no meaning/],
    [['--datapath', 'openvswitch', '--ports', 'e', '--factory-settings'], /--factory-settings has no meaning/],
    [['--ports', 'eth1'], /--ports has no meaning with --datapath virtual/],
    [['--ovs-datapath', 'system'], /--ovs-datapath has no meaning with --datapath virtual/],
    [['--datapath', 'openvswitch', '--ports', 'e', '--ovs-datapath', 'dpdk'], /must be system or netdev\.$/],
    [['--take-ports'], /--take-ports has no meaning with --datapath virtual/],
    [['--nonsense'], /nonsense/],
    [['extra'], /extra/],
  ])('%j is refused in words', (words, message) => {
    expect(readCommandLine(words, {})).toEqual({ kind: 'wrong', message: expect.stringMatching(message) });
  });

  test('refuses an initial password that could not be typed at the login', () => {
    expect(readCommandLine([], { FACEPLATE_INITIAL_PASSWORD: 'a b' })).toMatchObject({ kind: 'wrong' });
    expect(readCommandLine([], { FACEPLATE_INITIAL_PASSWORD: 'x'.repeat(33) })).toMatchObject({ kind: 'wrong' });
    expect(readCommandLine([], { FACEPLATE_INITIAL_PASSWORD: '' })).toMatchObject({ kind: 'run' });
  });
});

describe('the models', () => {
  test('are all named by --help', () => {
    for (const name of switchModels.keys()) expect(help).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test('number their ports from 1 without a gap, 64 at most, and power only copper ones', () => {
    for (const { ports, powerBudget } of switchModels.values()) {
      expect(ports.map(({ number }) => number)).toEqual(ports.map((_, at) => at + 1));
      expect(ports.length).toBeLessThanOrEqual(64);
      expect(ports.some(({ pse }) => pse)).toBe(powerBudget > 0);
      expect(ports.filter(({ pse, media }) => pse && media === 'fiber')).toEqual([]);
    }
  });
});
