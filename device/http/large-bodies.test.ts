import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { LargeBodies } from './large-bodies.ts';

const MEGABYTE = 1024 * 1024;

/** What answers a body, as far as its place is concerned. */
class Answer extends EventEmitter {
  destroyed = false;

  close(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function bodies() {
  const large = new LargeBodies();
  const entered: string[] = [];
  const enter = (name: string, octets: number, answer = new Answer()) => {
    void large.enter(answer as unknown as ServerResponse, octets).then(() => entered.push(name));
    return answer;
  };
  /** Who has entered since the last look. */
  const news = async () => {
    await new Promise(setImmediate);
    return entered.splice(0);
  };
  return { enter, news };
}

test('bodies of eight megabytes in all are in at a time, and each place is free again when its answer is sent', async () => {
  const { enter, news } = bodies();
  const [first] = [enter('first', 5 * MEGABYTE), enter('second', 3 * MEGABYTE)];
  enter('third', 1);
  expect(await news()).toEqual(['first', 'second']);
  first.close();
  expect(await news()).toEqual(['third']);
  enter('fourth', 5 * MEGABYTE - 1);
  enter('fifth', 1);
  expect(await news()).toEqual(['fourth']);
});

test('a connection that is gone before its turn takes no place, nor one that went while it had one', async () => {
  const { enter, news } = bodies();
  const first = enter('first', 8 * MEGABYTE);
  const gone = enter('gone', 8 * MEGABYTE);
  enter('third', 8 * MEGABYTE);
  gone.close();
  expect(await news()).toEqual(['first']);
  first.close();
  expect(await news()).toEqual(['gone', 'third']);
});

test('however bodies come and go, all of the room is there in the end', async () => {
  const { enter, news } = bodies();
  const answers = Array.from({ length: 40 }, (_, at) => enter(`${at}`, (1 + (at % 7)) * MEGABYTE));
  for (const answer of answers) {
    answer.close();
    await news();
  }
  enter('last', 8 * MEGABYTE);
  expect(await news()).toEqual(['last']);
});
