import { changeLine } from './change-line.ts';
import type { Expected, Parsed } from './command.ts';
import type { Choice } from './field-words.ts';
import type { Language } from './language.ts';
import { LineCursor, Stop } from './line-cursor.ts';
import { ended } from './line-end.ts';
import { featureWords, ownVerbs } from './own-words.ts';
import { showLine } from './show-line.ts';
import type { Token } from './tokens.ts';
import { verbLine } from './verb-line.ts';

/** Reads the words of a line. Pure; never throws. */
export function parse(tokens: readonly Token[], language: Language): Parsed {
  try {
    return lineOf(new LineCursor(tokens), language);
  } catch (stop) {
    if (stop instanceof Stop) return stop.parsed;
    throw stop;
  }
}

const beginWords: readonly Choice[] = [
  {
    word: 'replace',
    meaning: 'The lines are a complete configuration: settings they do not contain take factory values',
  },
];

const terminalWords: readonly Choice[] = [
  { word: 'length', meaning: 'Lines of a page' },
  { word: 'width', meaning: 'Characters of a line' },
];

/** Lines of a page, or characters of a line, at most. */
const TERMINAL_MAXIMUM = 512;

function lineOf(line: LineCursor, language: Language): Parsed {
  const word = line.word([...ownVerbs, ...featureWords(language)], 'command');
  switch (word) {
    case 'show':
      return showLine(line, language);
    case 'set':
    case 'add':
    case 'delete':
      return changeLine(line, language, word, false);
    case 'force':
      return forcedLine(line, language);
    case 'begin':
      return beginLine(line);
    case 'discard':
    case 'help':
    case 'history':
    case 'enable':
    case 'disable':
      return ended(line, { kind: word });
    case 'apply':
      return ended(line, { kind: 'apply', forced: false });
    case 'terminal':
      return terminalLine(line);
    case 'exit':
    case 'logout':
    case 'quit':
      return ended(line, { kind: 'exit' });
    default:
      return verbLine(line, language, [word], false);
  }
}

function forcedLine(line: LineCursor, language: Language): Parsed {
  const changes = ownVerbs.filter(({ word }) => ['set', 'add', 'delete', 'apply'].includes(word));
  const word = line.word([...changes, ...featureWords(language)], 'command');
  if (word === 'set' || word === 'add' || word === 'delete') return changeLine(line, language, word, true);
  return word === 'apply' ? ended(line, { kind: 'apply', forced: true }) : verbLine(line, language, [word], true);
}

function beginLine(line: LineCursor): Parsed {
  const expected: Expected = { choices: beginWords, isEnd: true };
  if (!line.peek()) return { kind: 'command', command: { kind: 'begin', replaces: false }, next: expected };
  line.word(beginWords, 'word');
  return ended(line, { kind: 'begin', replaces: true });
}

function terminalLine(line: LineCursor): Parsed {
  const word = line.word(terminalWords, 'setting');
  const expected: Expected = { choices: [], value: `0 to ${TERMINAL_MAXIMUM}, 0 for no limit`, isEnd: false };
  const typed = line.free(expected, 'A number');
  const number = Number(typed);
  if (!/^\d+$/.test(typed) || number > TERMINAL_MAXIMUM) {
    line.stepBack();
    throw line.wrong(`The ${word} must be 0 (no limit) to ${TERMINAL_MAXIMUM}.`, expected);
  }
  return ended(line, { kind: 'terminal', size: word === 'length' ? { rows: number } : { columns: number } });
}
