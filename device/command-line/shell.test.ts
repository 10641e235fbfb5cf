import { beforeEach, describe, expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import type { Field } from '../../model/schema/field.ts';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { DeviceContext } from '../feature.ts';
import type { Caller, Request } from '../management.ts';
import { Refusal } from '../refusal.ts';
import type { CommandIo } from './command-io.ts';
import type { MenuPlace } from './menu.ts';
import { Outcome, Shell } from './shell.ts';
import { quotedWord } from './tokens.ts';

const caller: Caller = {
  access: 'commandLine',
  user: 'admin',
  session: 'line',
  remoteAddress: '192.0.2.9',
  connection: undefined,
};

let shell: Shell;
/** Requests to the switch, a list for each change. */
let asked: string[][];
/** The refusal of the next change. */
let refusal: Refusal | undefined;
let printed: string[];
let complaints: string[];

const io: CommandIo = {
  width: 80,
  async print(lines) {
    for await (const line of lines) printed.push(line);
  },
  complain: async (message) => void complaints.push(message),
  ask: async () => false,
  signal: new AbortController().signal,
};

beforeEach(() => {
  asked = [];
  refusal = undefined;
  printed = [];
  complaints = [];
  const context = {
    objects: features.flatMap((feature) => feature.objects),
    configuration: () => ({ rows: () => [] }),
    guard: { provisional: () => undefined },
    management: {
      async perform(requests: readonly Request[]) {
        asked.push(requests.map(({ values }) => Object.values(values).join(' ')));
        if (refusal) throw refusal;
        return [];
      },
    },
  };
  // Lines of this test ask for nothing else.
  shell = new Shell(context as unknown as DeviceContext, caller, []);
});

/** Enters lines; answers how the last one went. */
async function enter(...lines: readonly string[]): Promise<Outcome> {
  let outcome: Outcome = Outcome.done;
  for (const line of lines) outcome = await shell.run(line, io);
  return outcome;
}

const location = (place: string) => `set system system-management location ${place}`;

/** A line for each column whose value is shown nowhere, with what names the row. */
function secretLines(place: MenuPlace): readonly string[] {
  const here = place.targets.flatMap((target) =>
    [...target.columns].flatMap(([word, { object, name }]) => {
      const field: Field | undefined = object.fields[name];
      if (field?.kind !== 'secret') return [];
      const index = Object.values(target.table?.index ?? {}).map((one) => quotedWord(String(one.default || 1)));
      return [`set ${[...place.path, target.word, ...index, word].join(' ')} Zx7Secret9`];
    }),
  );
  return [...here, ...place.children.flatMap(secretLines)];
}

describe('the lines that are remembered', () => {
  test('are those that were entered, the latest last, what was said twice in a row once', async () => {
    await enter(location('Hall'), location('Hall'), 'show fly', 'history');
    expect(printed).toEqual([location('Hall'), 'show fly', 'history']);
  });

  test('hold no secret, on whatever page it is set', async () => {
    const lines = secretLines(shell.language.menu);
    expect(lines.length).toBeGreaterThan(5);
    await enter(...lines);
    await enter(...lines.map((line) => `force ${line}`));
    const mistyped = (line: string): readonly string[] => {
      const words = line.split(' ');
      return [...words.keys()].map((at) => words.map((word, place) => (place === at ? `${word}q` : word)).join(' '));
    };
    const wrong = lines.flatMap((line) => [
      ...mistyped(line),
      'Zx7Secret9',
      '"Zx7Secret9 with blanks"',
      'Zx7Secret9 with blanks',
      'force Zx7Secret9',
      'set Zx7Secret9',
      `${line} more`,
      `${line} "`,
      line.replace('set', 'sett'),
    ]);
    await enter(...wrong);
    expect(shell.history.filter((line) => line.includes('Zx7Secret9'))).toEqual([]);
  });

  test('are also those that were not understood where no secret can be, to be corrected', async () => {
    const wrong = [
      'delete fly',
      'set network vlan tagd 20 member 5',
      'show system user',
      'set network vlan tagged 20 member "5',
    ];
    await enter(...wrong);
    expect(shell.history).toEqual(wrong);
    expect(complaints.length).toBeGreaterThan(2);
  });
});

test('"enable" and "disable" change the last sign of the prompt', async () => {
  expect(await enter('enable')).toBe(Outcome.done);
  expect(shell.prompt('switch')).toBe('switch# ');
  await enter('begin');
  expect(shell.prompt('switch')).toBe('switch(change, 0)# ');
  expect(await enter('disable', 'discard')).toBe(Outcome.done);
  expect(shell.prompt('switch')).toBe('switch> ');
});

test('"terminal" takes lengths and widths that there are', async () => {
  const sizes: unknown[] = [];
  const terminal = { ...io, resize: (size: object) => void sizes.push(size) };
  for (const line of ['terminal length 0', 'term len 40', 'terminal width 511']) {
    expect(await shell.run(line, terminal)).toBe(Outcome.done);
  }
  expect(sizes).toEqual([{ rows: 0 }, { rows: 40 }, { columns: 511 }]);
  expect(await enter('terminal length 512', 'terminal length 0')).toBe(Outcome.done);
  expect(await enter('terminal length 513', 'terminal width -1')).toBe(Outcome.notUnderstood);
  expect(complaints).toEqual(['The length must be 0 (no limit) to 512.', 'The width must be 0 (no limit) to 512.']);
  // A program without a terminal has no limit anyway.
  expect(await enter('terminal length 0')).toBe(Outcome.done);
});

describe('a change of several lines', () => {
  test('is made by one "apply", and is over with it', async () => {
    expect(await enter('begin', location('Hall'), location('Roof'))).toBe(Outcome.done);
    expect(asked).toEqual([]);
    expect(await enter('apply')).toBe(Outcome.done);
    expect(asked).toEqual([['Hall', 'Roof']]);
    expect(await enter('apply')).toBe(Outcome.refused);
    expect(complaints).toEqual(['No change is in progress.']);
  });

  test('has 65,536 requests at most; one line may be many', async () => {
    const vlans = (last: number) => `set network vlan tagged 2-${last} vlan-name lab`;
    expect(await enter('begin', ...Array.from({ length: 16 }, () => vlans(4094)))).toBe(Outcome.done);
    expect(shell.prompt('switch')).toBe('switch(change, 65488)> ');
    expect(await enter(vlans(50))).toBe(Outcome.refused);
    expect(complaints).toEqual(['A change has at most 65536 requests.']);
    expect(await enter(vlans(49))).toBe(Outcome.done);
    expect(await enter(location('Hall'))).toBe(Outcome.refused);
    expect(await enter('apply')).toBe(Outcome.done);
    expect(asked[0]).toHaveLength(65_536);
  });

  test('that is refused stays as it was entered: it is completed and applied again, or discarded', async () => {
    refusal = new Refusal(ErrorCode.inconsistentValue, say('Not like this.'));
    expect(await enter('begin', location('Hall'), 'apply')).toBe(Outcome.refused);
    expect(complaints).toEqual(['Not like this.']);
    expect(shell.prompt('switch')).toBe('switch(change, 1)> ');
    refusal = undefined;
    expect(await enter(location('Roof'), 'apply')).toBe(Outcome.done);
    expect(asked).toEqual([['Hall'], ['Hall', 'Roof']]);
    expect(shell.prompt('switch')).toBe('switch> ');
    refusal = new Refusal(ErrorCode.inconsistentValue, say('Not like this.'));
    expect(await enter('begin', location('Hall'), 'apply', 'discard')).toBe(Outcome.done);
    expect(shell.prompt('switch')).toBe('switch> ');
  });
});
