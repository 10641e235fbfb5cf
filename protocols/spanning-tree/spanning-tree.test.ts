import { describe, expect, it } from 'vitest';
import { TestNetwork } from './testing.ts';

/** Three bridges in a ring; bridge 1 is the root. */
function ring(protocol: 'stp' | 'rstp' | 'mstp' = 'rstp') {
  const network = new TestNetwork();
  const [a, b, c] = [network.add({ protocol }), network.add({ protocol }), network.add({ protocol })];
  const cables = [
    network.connect({ bridge: a, port: 1 }, { bridge: b, port: 1 }),
    network.connect({ bridge: b, port: 2 }, { bridge: c, port: 2 }),
    network.connect({ bridge: c, port: 1 }, { bridge: a, port: 2 }),
  ] as const;
  return { network, cables };
}

describe('a ring', () => {
  it('becomes a tree within a second', () => {
    const { network } = ring();
    network.run(1);
    expect(network.port(2, 1)).toBe('root forwarding');
    expect(network.port(3, 1)).toBe('root forwarding');
    expect(network.port(2, 2)).toBe('designated forwarding');
    expect(network.port(3, 2)).toBe('alternate discarding');
    expect(network.parts(0)).toBe(1);
  });

  it('is one with STP after twice the forward delay', () => {
    const { network } = ring('stp');
    network.run(19);
    expect(network.port(2, 1)).toBe('root discarding');
    network.run(35);
    expect(network.port(2, 1)).toBe('root forwarding');
    expect(network.port(3, 2)).toBe('alternate discarding');
    expect(network.parts(0)).toBe(1);
  });

  it('heals within a moment when a link is cut, and takes the link back', () => {
    const { network, cables } = ring();
    network.run(10);
    network.cut(cables[2]);
    network.run(0.1);
    expect(network.port(3, 2)).toBe('root forwarding');
    expect(network.parts(0)).toBe(1);
    network.cut(cables[2], true);
    network.run(1);
    expect(network.port(3, 1)).toBe('root forwarding');
    expect(network.port(3, 2)).toBe('alternate discarding');
  });
});
