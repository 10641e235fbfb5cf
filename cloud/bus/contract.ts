import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bus, NobodyAnswers } from './bus.ts';

/** Waits until one end knows all that the other end has begun to listen to. */
async function known(one: Bus, other: Bus): Promise<void> {
  const end = other.answer('known', async () => true);
  await expect.poll(() => one.ask('known', null, 1_000).catch(() => false), { timeout: 10_000 }).toBe(true);
  end();
}

/** Cases for every bus; `open` gives two ends of a new one, which may be the same. */
export function busContract(name: string, open: () => Promise<readonly [Bus, Bus]>): void {
  describe(`the bus ${name}`, () => {
    let one: Bus;
    let other: Bus;
    beforeEach(async () => {
      [one, other] = await open();
    });
    afterEach(async () => {
      await Promise.all([one.close(), other.close()]);
    });

    it('tells all that listen to a subject, and nobody else, until they stop', async () => {
      const heard: unknown[] = [];
      const stop = other.subscribe('nudge.A', (value) => heard.push(['first', value]));
      other.subscribe('nudge.A', (value) => heard.push(['second', value]));
      other.subscribe('nudge.B', (value) => heard.push(['other', value]));
      await known(one, other);
      one.publish('nudge.A', { revision: 3 });
      await expect
        .poll(() => heard.toSorted())
        .toEqual([
          ['first', { revision: 3 }],
          ['second', { revision: 3 }],
        ]);
      stop();
      await known(one, other);
      one.publish('nudge.A', { revision: 4 });
      await expect.poll(() => heard.length).toBe(3);
      expect(heard.at(-1)).toEqual(['second', { revision: 4 }]);
    });

    it('asks one of those that answer', async () => {
      const asked: string[] = [];
      const answering = (who: string) => async (question: unknown) => {
        asked.push(who);
        return { who, question: Object(question).text };
      };
      other.answer('call', answering('a'));
      other.answer('call', answering('b'));
      await known(one, other);
      const answers = await Promise.all([1, 2, 3, 4].map((each) => one.ask('call', { text: `${each}` }, 5_000)));
      expect(answers.map((answer) => Object(answer).question)).toEqual(['1', '2', '3', '4']);
      expect(asked).toHaveLength(4);
    });

    it('says that nobody answers, at once where nobody is there, after the time where nobody speaks', async () => {
      await expect(one.ask('call', {}, 60_000)).rejects.toThrow(NobodyAnswers);
      other.answer('slow', () => new Promise(() => {}));
      await known(one, other);
      await expect(one.ask('slow', {}, 20)).rejects.toThrow(NobodyAnswers);
    });

    it('carries what went wrong back to who asked', async () => {
      other.answer('call', async () => {
        throw new Error('the switch is away');
      });
      await known(one, other);
      await expect(one.ask('call', {}, 5_000)).rejects.toThrow('the switch is away');
    });

    it('goes on where whoever hears a word throws', async () => {
      const heard: unknown[] = [];
      other.subscribe('words', () => {
        throw new Error('poisoned');
      });
      other.subscribe('words', (value) => heard.push(value));
      other.answer('call', (question) => {
        if (question === 'poison') throw new Error('poisoned');
        return Promise.resolve('well');
      });
      await known(one, other);
      one.publish('words', 1);
      one.publish('words', 2);
      await expect.poll(() => heard).toEqual([1, 2]);
      await expect(one.ask('call', 'poison', 5_000)).rejects.toThrow('poisoned');
      expect(await one.ask('call', 'food', 5_000)).toBe('well');
    });

    it('carries what is as long as a configuration of the largest switch', async () => {
      const ports = Array.from({ length: 60_000 }, (_, port) => ({ port, name: `Anschluß ${port * 7919}` }));
      other.answer('call', async (question) => ({ question }));
      await known(one, other);
      expect(await one.ask('call', ports, 10_000)).toEqual({ question: ports });
    });

    it('takes no name that stands for several', async () => {
      const asked: unknown[] = [];
      other.answer('switch.A', async (question) => {
        asked.push(question);
        return null;
      });
      await known(one, other);
      for (const subject of ['switch.*', 'switch.>', 'switch. A', 'switch.A\r\nPUB x 0', 'switch.']) {
        await expect(one.ask(subject, 'whoever', 100)).rejects.toThrow(NobodyAnswers);
        one.publish(subject, 'whoever');
      }
      expect(await one.ask('switch.A', 'you', 5_000)).toBeNull();
      expect(asked).toEqual(['you']);
    });

    it('hands over a copy', async () => {
      const said = { list: [1] };
      let heard: unknown;
      other.subscribe('words', (value) => {
        heard = value;
      });
      await known(one, other);
      one.publish('words', said);
      said.list.push(2);
      await expect.poll(() => heard).toEqual({ list: [1] });
    });
  });
}
