/** Words that people build passwords from and guessers begin with. */
const words = new Set(
  `access admin administrator asdfgh asdfghjkl baseball batman changeme charlie cisco company computer default donald
  dragon faceplate flower football freedom fuckyou guest hello hunter iloveyou letmein login manager master michael
  monkey mustang network operator ou812 pass passwd password princess private public qazwsx qwert qwerty qwertyuiop
  qwertz qwertzuiop root router secret security server service setup shadow starwars summer sunshine superman superuser
  support switch system temp test trustno tester user welcome whatever winter zaq zaqxsw zxcvbn zxcvbnm kennwort passwort
  geheim hallo sommer schatz qaywsx yxcvbnm abc abcd abcdef abcdefg abcdefgh iloveu root toor ubnt netgear dlink tplink
  zyxel mikrotik juniper huawei fortinet aruba spring autumn herbst fruehling monday internet`.split(/\s+/),
);

/** Rows along which fingers and counts run. */
const runs = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertzuiopasdfghjklyxcvbnm', 'qwertyuiopasdfghjklzxcvbnm'];

const spelt: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** The rest of a password beside a name that anyone can read adds nothing: a year, a character or two. */
const ADDED = 4;

/**
 * Whether a password is among those that are tried first: one of the most common that leaked anywhere; `shown`, names that
 * the login page or the device itself shows, with little beside it; or one that follows a pattern (see `isPattern`). The list is loaded for it.
 */
export async function isGuessable(password: string, shown: readonly string[]): Promise<boolean> {
  if (isCommonPassword(password)) return true;
  const plain = password.toLowerCase();
  const letters = bare(plain);
  const isShown = shown
    .map((name) => bare(name.toLowerCase()))
    .some((name) => name.length > 2 && letters.includes(name) && letters.length - name.length <= ADDED);
  if (isShown) return true;
  const { leakedPasswords } = await import('./leaked-passwords.ts');
  return ` ${leakedPasswords.replaceAll('\n', ' ')} `.includes(` ${plain} `);
}

/** Only letters and digits. */
function bare(text: string): string {
  return text.replaceAll(/[^a-z0-9]/g, '');
}

/**
 * Whether a password follows a pattern: a common word, also twice, spelt with figures, or with figures
 * and signs around it; a run along the keyboard or the alphabet, either way; or few characters over and over.
 */
function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (new Set(plain).size <= 3) return true;
  if (isPattern(plain)) return true;
  const bare = plain.replaceAll(/^[^a-z@$]+|[^a-z]+$/g, '');
  return [plain, bare].some((text) => isCommonWord(text) || isCommonWord(asRead(text)));
}

function isCommonWord(text: string): boolean {
  const half = text.slice(0, text.length / 2);
  return words.has(text) || (text === half + half && words.has(half));
}

/** Runs joined: "12345678", "87654321", "qwer1234", "abcd1234". */
function isPattern(text: string): boolean {
  const parts = text.match(/[0-9]+|[a-z]+|[^0-9a-z]+/g) ?? [];
  return parts.every((part) => isRun(part) || words.has(part) || (part.length < 3 && !/[a-z]/.test(part)));
}

function isRun(part: string): boolean {
  const back = [...part].reverse().join('');
  return part.length >= 3 && runs.some((run) => run.includes(part) || run.includes(back));
}

function asRead(text: string): string {
  return [...text].map((character) => spelt[character] ?? character).join('');
}
