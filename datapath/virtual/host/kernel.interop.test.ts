import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstPorts } from '../../../model/values/port-list.ts';
import { createLab, type Host, type Lab } from '../../../tests/namespaces/lab.ts';
import { python } from '../../../tests/namespaces/python.ts';
import { Station } from '../../../tests/namespaces/station.ts';
import { systemClock } from '../../clock.ts';
import { EventLog } from '../../contract/event-log.ts';
import type { TcpEnding, TcpListener, TcpStream } from '../../host-stack.ts';
import { defaultPortPlan, emptyPlan } from '../../plan.ts';
import { VirtualDatapath } from '../virtual-datapath.ts';
import { copperPorts } from '../virtual-harness.ts';

const OWN = { v4: '10.0.0.100', v6: '2001:db8::100' };
const KERNEL = { v4: '10.0.0.1', v6: '2001:db8::1' };
const SIZE = 300_000;

/** Answers a TCP client by what it sent, to the end. */
const ECHO = `
import socket, sys
listener = socket.create_server((sys.argv[1], 7000), family=socket.AF_INET6 if ":" in sys.argv[1] else socket.AF_INET)
print("ready", flush=True)
connection, _ = listener.accept()
while piece := connection.recv(65536):
    connection.sendall(piece)
connection.close()
`;

/** Sends its input to a TCP server, closes its direction, and prints how much came back and whether it was the same. */
const CLIENT = `
import hashlib, os, socket, sys, threading
connection = socket.create_connection((sys.argv[1], 7), timeout=60)
content = os.urandom(int(sys.argv[2]))
def send():
    connection.sendall(content)
    connection.shutdown(socket.SHUT_WR)
threading.Thread(target=send).start()
came = b""
while piece := connection.recv(65536):
    came += piece
print(len(came), came == content)
`;

/** The switch's own station, and the kernel of a host at port 1. */
describe('against a kernel', () => {
  let lab: Lab;
  let host: Host;
  let datapath: VirtualDatapath;
  /** Every how many frames one is lost, either way; none by default. */
  let losing = Number.POSITIVE_INFINITY;
  let passed = 0;
  const isLost = () => {
    passed += 1;
    return passed % losing === 0;
  };

  beforeAll(async () => {
    lab = await createLab({ ports: 1 });
    host = lab.host(1);
    await host.namespace.exec('sysctl', '-qw', 'net.ipv6.conf.eth0.disable_ipv6=0', 'net.ipv6.conf.eth0.accept_dad=0');
    // Segments and checksums are made by network cards, and there is none between a kernel and the switch here.
    await host.namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off', 'tso', 'off', 'gso', 'off', 'gro', 'off');
    await host.address(`${KERNEL.v4}/24`);
    await host.address(`${KERNEL.v6}/64`);
    await lab.switch.ip('link', 'set', 'p1', 'up');
    const line = await Station.open(lab.switch, 'p1');
    const ports = copperPorts(1);
    datapath = new VirtualDatapath({ ports, forwardingDatabaseSize: 100, mirrorSessions: 1, clock: systemClock });
    await datapath.start(new EventLog());
    const all = firstPorts(1);
    const own = {
      vlan: 1,
      name: 'vlan1',
      enabled: true,
      mac: '02-FA-CE-00-00-01',
      addresses: [
        { address: OWN.v4, prefix: 24 },
        { address: OWN.v6, prefix: 64 },
      ],
      dhcpClient: false,
    };
    await datapath.apply({
      ...emptyPlan,
      ports: new Map([[1, defaultPortPlan(all)]]),
      vlans: new Map([[1, { members: all, untagged: all }]]),
      interfaces: new Map([[1, own]]),
    });
    const cable = datapath.attach(1, {
      ability: { speeds: [1000], duplex: 'full', negotiates: true },
      receive: (frame) => {
        if (!isLost()) line.send(frame);
      },
    });
    line.onFrame = (frame) => {
      // A network card fills up what is shorter than Ethernet allows; a veth does not.
      const whole = new Uint8Array(Math.max(frame.length, 60));
      whole.set(frame);
      if (!isLost()) cable.send(whole);
    };
  });

  afterAll(async () => {
    await datapath?.stop();
    await lab?.close();
  });

  /** Opens a connection to the kernel; resolves with what came and why it ended once it is over. */
  function exchange(address: string, content: Uint8Array, port = 7000): Promise<{ came: number; reason: TcpEnding }> {
    return new Promise((resolve) => {
      let came = 0;
      const listener: TcpListener = {
        received: (piece) => {
          came += piece.length;
        },
        closed: (reason) => resolve({ came, reason }),
      };
      const stream = datapath.host.connectTcp(address, port, listener);
      stream.write(content);
      stream.end();
    });
  }

  async function kernelEcho(address: string): Promise<void> {
    const server = host.namespace.spawn(python, ['-c', ECHO, address]);
    await new Promise((resolve) => server.stdout?.once('data', resolve));
  }

  describe.each(['v4', 'v6'] as const)('over IP%s', (version) => {
    /** The switch serves the echo port to a client of the kernel. */
    async function expectEcho(octets: number): Promise<void> {
      const server = datapath.host.listenTcp(7, (stream: TcpStream) => ({
        received: (content) => stream.write(content),
        ended: () => stream.end(),
        closed: () => {},
      }));
      try {
        const printed = await host.namespace.exec(python, '-c', CLIENT, OWN[version], String(octets));
        expect(printed).toBe(`${octets} True\n`);
      } finally {
        server.close();
      }
    }

    test('pings it, and is pinged', async () => {
      const result = await datapath.host.echo(KERNEL[version], { timeout: 5000 });
      expect(result.kind).toBe('reply');
      expect(await host.reaches(OWN[version], 5)).toBe(true);
    });

    test('serves a client that writes and reads at once, and ends as it ends', async () => {
      await expectEcho(SIZE);
    });

    test('is a client that gets all back', async () => {
      await kernelEcho(KERNEL[version]);
      const content = new Uint8Array(SIZE).fill(0x5a);
      expect(await exchange(KERNEL[version], content)).toEqual({ came: SIZE, reason: 'closed' });
    });

    test('is told when nobody listens', async () => {
      expect(await exchange(KERNEL[version], new Uint8Array(1), 7001)).toEqual({ came: 0, reason: 'refused' });
    });

    test('loses nothing on a line that loses frames', async () => {
      losing = 37;
      await expectEcho(60_000);
      await kernelEcho(KERNEL[version]);
      const sent = exchange(KERNEL[version], new Uint8Array(60_000).fill(1));
      expect(await sent).toEqual({ came: 60_000, reason: 'closed' });
      losing = Number.POSITIVE_INFINITY;
    });

    test('exchanges datagrams', async () => {
      const heard = new Promise<string>((resolve) => {
        const socket = datapath.host.openUdp({
          port: 514,
          receive: ({ content, source }) => {
            resolve(new TextDecoder().decode(content));
            socket.send(new TextEncoder().encode('heard'), source.address, source.port);
            socket.close();
          },
        });
      });
      const family = version === 'v4' ? 'AF_INET' : 'AF_INET6';
      const answer = await host.namespace.exec(
        python,
        '-c',
        `import socket; s = socket.socket(socket.${family}, socket.SOCK_DGRAM); s.settimeout(10)
s.sendto(b"said", ("${OWN[version]}", 514)); print(s.recv(100).decode())`,
      );
      expect(await heard).toBe('said');
      expect(answer).toBe('heard\n');
    });
  });
});
