import { expect, test } from 'vitest';
import type { PortState } from '../datapath/datapath.ts';
import { followedLinks } from './followed-links.ts';

const link = (port: number, state: PortState['link']): PortState => ({
  port,
  link: state,
  speed: 1000,
  duplex: 'full',
});

test('a link that changes while the links are read is known as it became', async () => {
  let answer = (_states: ReadonlyMap<number, PortState>) => {};
  const portStates = () =>
    new Promise<ReadonlyMap<number, PortState>>((resolve) => {
      answer = resolve;
    });
  let tell = (_state: PortState) => {};
  const changes: PortState[] = [];
  const onPort = (listener: (state: PortState) => void) => {
    tell = listener;
    return () => {};
  };
  const followed = followedLinks({ onPort, datapath: { portStates } });
  tell(link(2, 'down'));
  answer(new Map([1, 2, 3].map((port) => [port, link(port, 'up')])));
  const links = await followed;
  links.follow((state) => changes.push(state));
  expect([...links.states.values()].map(({ port, link: state }) => `${port} ${state}`).sort()).toEqual([
    '1 up',
    '2 down',
    '3 up',
  ]);
  expect(changes).toEqual([]);

  tell(link(3, 'down'));
  expect(changes).toEqual([link(3, 'down')]);
  expect(links.states.get(3)?.link).toBe('down');
});
