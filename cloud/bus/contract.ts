import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bus, NobodyAnswers } from './bus.ts';

/** What holds of every bus; `open` gives two ends of a new one, which may be the same. */
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
      one.publish('nudge.A', { revision: 3 });
      await expect
        .poll(() => heard)
        .toEqual([
          ['first', { revision: 3 }],
          ['second', { revision: 3 }],
        ]);
      stop();
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
      const answers = await Promise.all([1, 2, 3, 4].map((each) => one.ask('call', { text: `${each}` }, 5_000)));
      expect(answers.map((answer) => Object(answer).question)).toEqual(['1', '2', '3', '4']);
      expect(asked).toHaveLength(4);
    });

    it('says that nobody answers, at once where nobody is there, after the time where nobody speaks', async () => {
      await expect(one.ask('call', {}, 60_000)).rejects.toThrow(NobodyAnswers);
      other.answer('slow', () => new Promise(() => {}));
      await expect(one.ask('slow', {}, 20)).rejects.toThrow(NobodyAnswers);
    });

    it('carries what went wrong back to who asked', async () => {
      other.answer('call', async () => {
        throw new Error('the switch is away');
      });
      await expect(one.ask('call', {}, 5_000)).rejects.toThrow('the switch is away');
    });

    it('hands over a copy', async () => {
      const said = { list: [1] };
      let heard: unknown;
      other.subscribe('words', (value) => {
        heard = value;
      });
      one.publish('words', said);
      said.list.push(2);
      await expect.poll(() => heard).toEqual({ list: [1] });
    });
  });
}
