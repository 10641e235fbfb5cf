import {
  BaseAgent,
  Client,
  type ClientChannel,
  type ConnectConfig,
  type IdentityCallback,
  type ParsedKey,
  type SignCallback,
  utils,
} from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ManagementPath } from '../../../datapath/datapath.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { ADMINISTRATOR, PASSWORD, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { sshState } from './slots.ts';

let agent: TestAgent;
let web: AgentClient;

/** Entry of connections. */
let path: ManagementPath | undefined = ADMINISTRATOR;

beforeAll(async () => {
  agent = await startTestAgent({ locate: () => path });
  web = await agent.signedIn();
  expect((await web.set('sshCtrl', { sshState: 1 })).error.code).toBe(0);
});

const clients: Client[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await expect.poll(() => agent.running.context.slots.get(sshState).sessions).toEqual([]);
});

afterAll(() => agent.close());

function port(): number {
  const [listening = ''] = agent.running.context.slots.get(sshState).listening;
  return Number(listening.split(':').at(-1));
}

/** Signs in; resolves to the client, or rejects with what was said. */
function signIn(options: ConnectConfig = {}): Promise<Client> {
  return new Promise((resolve, reject) => {
    // The allowance for handshakes fills up over time.
    agent.clock.advance(1_000);
    const client = new Client();
    clients.push(client);
    client.on('error', reject);
    client.on('close', () => reject(new Error('closed')));
    client.on('ready', () => resolve(client));
    client.connect({
      host: '127.0.0.1',
      port: port(),
      username: 'admin',
      ...(options.privateKey === undefined && { password: PASSWORD }),
      ...options,
    });
  });
}

interface Ran {
  readonly output: string;
  readonly errors: string;
  readonly status: number | undefined;
}

function run(client: Client, command: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (error) {
        reject(error);
        return;
      }
      let output = '';
      let errors = '';
      let status: number | undefined;
      channel.on('data', (octets: Buffer) => {
        output += octets;
      });
      channel.stderr.on('data', (octets: Buffer) => {
        errors += octets;
      });
      channel.on('exit', (code: number) => {
        status = code;
      });
      channel.on('close', () => resolve({ output, errors, status }));
    });
  });
}

/** Signs in, runs one command, and leaves. */
async function once(command: string): Promise<Ran> {
  const client = await signIn();
  try {
    return await run(client, command);
  } finally {
    client.end();
  }
}

describe('one command without a terminal', () => {
  test('shows a page as JSON, by the names that calls use', async () => {
    const { output, status } = await once('show network vlan tagged | json');
    expect(status).toBe(0);
    const { dot1qVlanStaticEntry } = JSON.parse(output);
    expect(dot1qVlanStaticEntry).toEqual(await web.read('dot1qVlanStaticEntry'));
  });

  test('changes what a page changes, and several as one', async () => {
    const changed = await once('add network vlan tagged 20 vlan-name Office; set network vlan tagged 20 member 5-8');
    expect(changed).toEqual({ output: '', errors: '', status: 0 });
    const { result } = await web.call('CommonGet', { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20 });
    expect(result).toMatchObject([{ dot1qVlanStaticName: 'Office', dot1qVlanStaticEgressPorts: '5-8' }]);
  });

  test('is refused by the sentence of the device, with its exit status', async () => {
    const refused = await once('set network vlan tagged 20 member-ports 5-80');
    expect(refused.errors).toContain('Member Ports must be port numbers and ranges from 1 to 64');
    expect(refused.status).toBe(2);
    const missing = await once('set network vlan tagged 77 member-ports 5');
    expect(missing).toMatchObject({ errors: expect.stringContaining('VLAN 77 does not exist.'), status: 1 });
  });
});

describe('a management VLAN', () => {
  afterEach(async () => {
    path = ADMINISTRATOR;
    await web.set('sshCtrl', { sshVlan: 0 });
    await web.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 70, RowStatus: 6 });
  });

  test('is the only one from which SSH answers, but for whoever is at the switch itself', async () => {
    const vlan = { dot1qVlanIndex: 70, dot1qVlanStaticName: 'Management', RowStatus: 4 };
    expect((await web.set('dot1qVlanStaticEntry', vlan)).error.code).toBe(0);
    expect((await web.set('sshCtrl', { sshVlan: 70 })).error.code).toBe(0);
    await expect(signIn()).rejects.toThrow();
    path = { ...ADMINISTRATOR, vlan: 70 };
    await expect(signIn()).resolves.toBeInstanceOf(Client);
    path = undefined;
    await expect(signIn()).resolves.toBeInstanceOf(Client);
    path = ADMINISTRATOR;
    expect((await web.set('sshCtrl', { sshVlan: 0 })).error.code).toBe(0);
    await expect(signIn()).resolves.toBeInstanceOf(Client);
  });

  test('ends the sessions from every other one when it is set', async () => {
    const vlan = { dot1qVlanIndex: 70, dot1qVlanStaticName: 'Management', RowStatus: 4 };
    expect((await web.set('dot1qVlanStaticEntry', vlan)).error.code).toBe(0);
    const fromElsewhere = await signIn();
    const isOver = new Promise((resolve) => fromElsewhere.once('close', () => resolve('over')));
    await Screen.open(fromElsewhere);
    expect(await web.read('sshSessionEntry')).toHaveLength(1);
    expect((await web.set('sshCtrl', { sshVlan: 70 })).error.code).toBe(0);
    expect(await isOver).toBe('over');
    path = { ...ADMINISTRATOR, vlan: 70 };
    const fromThere = await signIn();
    await Screen.open(fromThere);
    expect((await web.set('sshCtrl', { sshMaxSessions: 3 })).error.code).toBe(0);
    expect(await web.read('sshSessionEntry')).toHaveLength(1);
    fromThere.end();
  });

  test('is one that exists', async () => {
    expect((await web.set('sshCtrl', { sshVlan: 71 })).error.message).toBe('VLAN 71 does not exist.');
  });
});

/** A terminal at the other end of a connection. */
class Screen {
  readonly #channel: ClientChannel;
  text = '';
  isClosed = false;

  static async open(client: Client): Promise<Screen> {
    const channel = await new Promise<ClientChannel>((resolve, reject) => {
      client.shell({ cols: 80, rows: 12 }, (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    return new Screen(channel);
  }

  private constructor(channel: ClientChannel) {
    this.#channel = channel;
    channel.on('data', (octets: Buffer) => {
      this.text += octets;
    });
    channel.on('close', () => {
      this.isClosed = true;
    });
  }

  type(text: string): void {
    this.#channel.write(text);
  }

  async sees(text: string): Promise<void> {
    await expect.poll(() => this.text).toContain(text);
    this.text = this.text.slice(this.text.indexOf(text) + text.length);
  }
}

describe('at a terminal', () => {
  test('words are completed, "?" says what may follow, and a page stops for a key', async () => {
    const screen = await Screen.open(await signIn());
    await screen.sees('> ');
    screen.type('sh\tnetw\tphysical-i\t');
    await screen.sees('show network physical-interface ');
    screen.type('?');
    await screen.sees('Port: 1 to 64');
    await screen.sees('--More--');
    screen.type('q\r');
    await screen.sees('--More--');
    expect(screen.text).not.toContain('> ');
    screen.type('q');
    await screen.sees('> ');
    screen.type('exit\r');
    await expect.poll(() => screen.isClosed).toBe(true);
  });

  test('several lines are one change, which says beforehand what it does', async () => {
    const screen = await Screen.open(await signIn());
    await screen.sees('> ');
    screen.type('begin\radd network vlan tagged 40 vlan-name Printers\r');
    await screen.sees('(change, 1)> ');
    screen.type('set network vlan tagged 40 member-ports 7\rdiff\r');
    await screen.sees('VLAN 40 added');
    expect(await web.read('dot1qVlanStaticEntry')).not.toContainEqual(expect.objectContaining({ dot1qVlanIndex: 40 }));
    screen.type('apply\r');
    await screen.sees('> ');
    await expect
      .poll(() => web.read('dot1qVlanStaticEntry'))
      .toContainEqual(expect.objectContaining({ dot1qVlanIndex: 40, dot1qVlanStaticEgressPorts: '7' }));
    screen.type('diff\r');
    await screen.sees('VLAN 40');
    screen.type('save\r');
    await screen.sees('Save configuration finished.');
    screen.type('diff\r');
    await screen.sees('Everything is saved.');
  });

  test('lines that are discarded are forgotten, and nothing is left to be applied', async () => {
    const screen = await Screen.open(await signIn());
    await screen.sees('> ');
    screen.type('begin\radd network vlan tagged 41 vlan-name Guests\r');
    await screen.sees('(change, 1)> ');
    screen.type('discard\rapply\r');
    await screen.sees('No change is in progress.');
    screen.type('add network vlan tagged 42 vlan-name Labs\r');
    const vlans = async () => JSON.stringify(await web.read('dot1qVlanStaticEntry'));
    await expect.poll(vlans).toContain('Labs');
    expect(await vlans()).not.toContain('Guests');
  });

  test('a change that may cut the session off is asked about, and left undone', async () => {
    const screen = await Screen.open(await signIn());
    await screen.sees('> ');
    screen.type('set network physical-interface 1 admin-status disabled\r');
    await screen.sees('Port 1 would be disabled.');
    await screen.sees('Continue? [y/N] ');
    screen.type('n\r');
    await screen.sees('> ');
    expect(await web.read('ifEntry', { ifIndex: 1 })).toMatchObject([{ ifAdminStatus: 1 }]);
  });
});

describe('lines without a terminal', () => {
  test('are carried out one by one, and "exit" tells the exit status', async () => {
    const client = await signIn();
    const status = await new Promise((resolve, reject) => {
      client.shell(false, (error, channel) => {
        if (error) return reject(error);
        channel.on('exit', resolve);
        channel.resume();
        channel.end('begin\nadd network vlan tagged 50 vlan-name Labs\napply\nexit\n');
      });
    });
    expect(status).toBe(0);
    expect(await web.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 50 })).toHaveLength(1);
  });

  test('a terminal whose input has ended ends its session', async () => {
    const client = await signIn();
    await new Promise((resolve, reject) => {
      client.shell({}, (error, channel) => {
        if (error) return reject(error);
        channel.on('close', resolve);
        channel.resume();
        channel.end('show dashboard | count\r');
      });
    });
  });
});

describe('the guard', () => {
  const slow = 'set network bandwidth-control ingress-rate-limiting 1 ingress-limit enabled rate-ctrl-ingress-rate 1';

  test('refuses where nobody can be asked; what is forced waits for a new connection, which confirms it', async () => {
    const refused = await once(slow);
    expect(refused).toMatchObject({ status: 1, errors: expect.stringContaining('only ') });
    const client = await signIn();
    const forced = await run(client, `force ${slow}`);
    expect(forced).toMatchObject({ status: 0, output: expect.stringContaining('Applied provisionally') });
    const { guard } = agent.running.context;
    expect(guard.provisional()?.user).toContain('admin');
    await once('show dashboard');
    await expect.poll(() => guard.provisional()).toBe(undefined);
    expect(await web.read('rateCtrlEntry', { rateCtrlIndex: 1 })).toMatchObject([{ rateCtrlIngressStatus: 1 }]);
    await web.set('rateCtrlEntry', { rateCtrlIndex: 1, rateCtrlIngressStatus: 2 });
  });

  test('what nobody confirms comes back', async () => {
    const client = await signIn();
    await run(client, `force ${slow}`);
    agent.clock.advance(61_000);
    await expect
      .poll(() => web.read('rateCtrlEntry', { rateCtrlIndex: 1 }))
      .toMatchObject([{ rateCtrlIngressStatus: 2 }]);
  });

  test('knows that SSH itself would end', async () => {
    const { errors, status } = await once('set system ssh ssh disabled');
    expect(status).toBe(1);
    expect(errors).toContain('SSH, which this session uses, would end.');
  });
});

describe('signing in', () => {
  const key = utils.generateKeyPairSync('ed25519');
  const other = utils.generateKeyPairSync('ed25519');

  test('by a key that the page was given, and by no other', async () => {
    expect((await web.set('sshCtrl', { sshUserKeyFile: `${key.public} desk\n` })).error.code).toBe(0);
    expect(await web.read('sshUserKeyEntry')).toMatchObject([
      { sshUserKeyType: 'ssh-ed25519', sshUserKeyComment: 'desk' },
    ]);
    const { status } = await run(await signIn({ privateKey: key.private }), 'show dashboard');
    expect(status).toBe(0);
    await expect(signIn({ privateKey: other.private })).rejects.toThrow();
    await expect(signIn({ privateKey: key.private, username: 'root' })).rejects.toThrow();
    await web.set('sshCtrl', { sshAuthMethods: 2 });
    await expect(signIn()).rejects.toThrow();
    await web.set('sshCtrl', { sshAuthMethods: 3 });
    expect((await web.set('sshCtrl', { sshUserKeyFile: 'ssh-ed25519 AAAA nonsense' })).error.message).toContain(
      'Every line',
    );
    const alone = await web.set('sshCtrl', { sshUserKeyFile: '', sshAuthMethods: 2 });
    expect(alone.error.message).toBe('No login would be possible: there are no public keys.');
  });

  test('host keys stay until others are made', async () => {
    const before = await web.read('sshHostKeyEntry');
    expect(before).toHaveLength(3);
    await web.set('sshCtrl', { sshState: 2 });
    await web.set('sshCtrl', { sshState: 1 });
    expect(await web.read('sshHostKeyEntry')).toEqual(before);
    expect((await web.set('sshCtrl', { sshGenerateKeys: 1 })).error.code).toBe(0);
    expect(await web.read('sshHostKeyEntry')).not.toEqual(before);
    expect((await once('show dashboard')).status).toBe(0);
  });

  test('no signature with SHA-1 is offered, and none is taken', async () => {
    const rsa = utils.generateKeyPairSync('rsa', { bits: 2048 });
    expect((await web.set('sshCtrl', { sshUserKeyFile: `${rsa.public} desk\n` })).error.code).toBe(0);
    const by = (serverHostKey: 'ssh-rsa' | 'rsa-sha2-256' | 'rsa-sha2-512') =>
      signIn({ privateKey: rsa.private, algorithms: { serverHostKey: [serverHostKey] } });
    await expect(by('ssh-rsa')).rejects.toThrow('no matching host key format');
    for (const one of ['rsa-sha2-256', 'rsa-sha2-512'] as const) {
      expect((await run(await by(one), 'show dashboard')).status).toBe(0);
    }
    const dated = utils.parseKey(rsa.private);
    if (dated instanceof Error) throw dated;
    const signed = new Promise((resolve) => {
      const client = new Client();
      clients.push(client);
      agent.clock.advance(1_000);
      client.on('error', ({ message }) => resolve(message)).on('ready', () => resolve('ready'));
      client.connect({
        host: '127.0.0.1',
        port: port(),
        username: 'admin',
        agent: new DatedAgent(dated),
      });
      // A client of today would say that it signs with SHA-2.
      const protocol: { authPK(user: string, key: ParsedKey, algorithm: unknown, sign: unknown): void } = Reflect.get(
        client,
        '_protocol',
      );
      const authPK = protocol.authPK.bind(protocol);
      protocol.authPK = (user, by, _algorithm, sign) => authPK(user, by, undefined, sign);
    });
    expect(await signed).not.toBe('ready');
  });

  test('wrong passwords lock their source, count with those of the console, and leave its session and keys alone', async () => {
    expect((await web.set('sshCtrl', { sshUserKeyFile: `${key.public} desk\n` })).error.code).toBe(0);
    (await signIn({ privateKey: key.private })).destroy();
    for (let at = 0; at < 3; at += 1) await expect(signIn({ password: `wrong ${at}` })).rejects.toThrow();
    await expect(signIn()).rejects.toThrow();
    expect((await run(await signIn({ privateKey: key.private }), 'show dashboard')).status).toBe(0);
    // A client with the key does not unblock a guesser.
    await expect(signIn()).rejects.toThrow();
    expect(await agent.client().login(PASSWORD)).toBe(8703);
    await web.set('sshCtrl', { sshUserKeyFile: '' });
    await expect(signIn({ privateKey: key.private })).rejects.toThrow();
    expect(await web.read('system')).toBeDefined();
    agent.clock.advance(601_000);
    web = await agent.signedIn();
    expect((await once('show dashboard')).status).toBe(0);
  });

  test('a new password ends the session that the old one opened', async () => {
    const client = await signIn();
    const closed = new Promise<void>((resolve) => client.on('close', () => resolve()));
    const change = {
      sysUserIndex: 1,
      oldPassword: PASSWORD,
      sysUserPassword: 'rainy-tuesday-7',
      confirmPassword: 'rainy-tuesday-7',
    };
    expect((await web.set('sysUserEntry', change)).error.code).toBe(0);
    await closed;
    await expect(signIn()).rejects.toThrow();
    expect((await run(await signIn({ password: 'rainy-tuesday-7' }), 'show dashboard')).status).toBe(0);
  });
});

/** Signs by an RSA key with SHA-1. */
class DatedAgent extends BaseAgent<ParsedKey> {
  readonly #key: ParsedKey;

  constructor(key: ParsedKey) {
    super();
    this.#key = key;
  }

  override getIdentities(done: IdentityCallback<ParsedKey>): void {
    done(undefined, [this.#key]);
  }

  override sign(_key: ParsedKey, data: Buffer, options: unknown, done?: SignCallback): void {
    const call = done ?? (options as SignCallback);
    call(undefined, this.#key.sign(data));
  }
}
