import type { Random } from '../../datapath/virtual/scenario/random.ts';

/** A folder as it is found: files with their content, folders with none. */
type Image = ReadonlyMap<string, string | undefined>;

type Damage = (content: string, random: Random, all: Image) => string | undefined | 'gone';

const GONE = 'gone';

const kinds: Readonly<Record<string, Damage>> = {
  'a flipped bit': (content, random) => {
    const octets = Buffer.from(content);
    const at = Math.floor(random() * octets.length);
    if (octets.length > 0) octets[at] = (octets[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    return octets.toString('utf8');
  },
  'cut short': (content, random) => content.slice(0, random() * content.length),
  'its half': (content) => content.slice(0, content.length / 2),
  'its other half': (content) => content.slice(content.length / 2),
  emptied: () => '',
  zeros: (content) => '\0'.repeat(content.length),
  'a block of zeros': (content, random) => {
    const at = Math.floor(random() * content.length);
    return content.slice(0, at) + '\0'.repeat(Math.min(512, content.length - at)) + content.slice(at + 512);
  },
  garbage: (content, random) => Array.from(content, () => String.fromCharCode(random() * 256)).join(''),
  'something behind it': (content) => `${content}{}\n`,
  'twice over': (content) => content + content,
  'in the place of another': (_content, random, all) => {
    const files = [...all.values()].filter((one) => one !== undefined);
    return files[Math.floor(random() * files.length)];
  },
  'a folder': () => undefined,
  gone: () => GONE,
};

/** The same folder with one file, or two, damaged in one way or another; leftovers of a former run may lie about. */
export function damaged(image: Image, random: Random): { readonly image: Image; readonly what: string } {
  const files = [...image].flatMap(([path, content]) => (content === undefined ? [] : [{ path, content }]));
  const result = new Map(image);
  const what: string[] = [];
  for (let times = random() < 0.8 ? 1 : 2; times > 0; times -= 1) {
    const file = files[Math.floor(random() * files.length)];
    const names = Object.keys(kinds);
    const kind = names[Math.floor(random() * names.length)] ?? '';
    if (!file) continue;
    const content = kinds[kind]?.(file.content, random, image);
    if (content === GONE) result.delete(file.path);
    else result.set(file.path, content);
    what.push(`${file.path} ${kind}`);
    if (random() < 0.2) {
      result.set(`${file.path}.new`, random() < 0.5 ? undefined : 'left behind');
      what.push(`${file.path}.new left behind`);
    }
  }
  return { image: result, what: what.join(', ') };
}
