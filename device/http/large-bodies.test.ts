import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { LargeBodies } from './large-bodies.ts';

const MEGABYTE = 1024 * 1024;

const PATIENCE = 32_000;

/** A body and what answers it, as far as its place is concerned. */
class Answer extends EventEmitter {
  readonly request = { complete: false };
  destroyed = false;

  close(): void {
    this.destroyed = true;
    this.emit('close');
  }

  destroy(): this {
    this.close();
    return this;
  }
}

function bodies() {
  const clock = new ManualClock();
  const large = new LargeBodies(clock);
  const entered: string[] = [];
  const enter = (name: string, octets: number, answer = new Answer()) => {
    void large.enter({ request: answer.request, response: answer }, octets).then(() => entered.push(name));
    return answer;
  };
  /** Who has entered since the last look. */
  const news = async () => {
    await new Promise(setImmediate);
    return entered.splice(0);
  };
  return { enter, news, clock };
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

test('one that has not come in its time goes, the longest there first, as soon as others wait for it', async () => {
  const { enter, news, clock } = bodies();
  const [first, second] = [enter('first', 4 * MEGABYTE), enter('second', 4 * MEGABYTE)];
  clock.advance(2 * PATIENCE);
  expect(await news()).toEqual(['first', 'second']);
  const third = enter('third', 4 * MEGABYTE);
  expect([first.destroyed, second.destroyed, await news()]).toEqual([true, false, ['third']]);
  second.request.complete = true;
  enter('fourth', 4 * MEGABYTE);
  clock.advance(PATIENCE - 1);
  expect([third.destroyed, await news()]).toEqual([false, []]);
  clock.advance(1);
  expect([second.destroyed, third.destroyed, await news()]).toEqual([false, true, ['fourth']]);
});

test('one that is worked on keeps its place until its answer is made', async () => {
  const { enter, news, clock } = bodies();
  const first = enter('first', 8 * MEGABYTE);
  first.request.complete = true;
  enter('second', 1);
  clock.advance(10 * PATIENCE);
  expect([first.destroyed, await news()]).toEqual([false, ['first']]);
  first.emit('prefinish');
  expect(await news()).toEqual(['second']);
  first.close();
  enter('third', 8 * MEGABYTE);
  expect(await news()).toEqual([]);
});

test('one that comes slowly stays where those who waited for its place are gone', async () => {
  const { enter, news, clock } = bodies();
  const first = enter('first', 8 * MEGABYTE);
  enter('second', 1).close();
  clock.advance(2 * PATIENCE);
  expect([first.destroyed, await news()]).toEqual([false, ['first']]);
});
