import { fetchTexts, isTranslated } from './language.ts';
import { bucketOf } from './text-bucket.ts';

/** The source text of a message in an answer: in JSON, and in JSON within its columns, where the quotes are escaped. */
const said = /(\\*)"text\1":\1"(.*?)(?<!\\)\1"/g;

/** Without the places of values, two letters: what has none is the same in every language. */
const isText = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll(/\{\{\w+\}\}/g, ''));

/**
 * Fetches the texts of the device's messages where an answer has one that is not there yet: they speak of settings of any page. In English
 * none are, and the language that is chosen next fetches them. Never rejects: what cannot be fetched is shown in English.
 */
export async function fetchTextsIn(answer: string): Promise<void> {
  // Most answers have no message, and some are large.
  if (!answer.includes('"text')) return;
  const texts = [...answer.matchAll(said)].map(([, quote = '', text = '']) => unescaped(text, quote));
  await fetchTexts(texts.filter(isMissing).map(bucketOf)).catch(() => undefined);
}

const isMissing = (text: string): boolean => isText(text) && !isTranslated(text);

/** JSON within JSON: one backslash before its quotes is once more, three are twice. */
function unescaped(text: string, { length }: string): string {
  try {
    const inner: unknown = JSON.parse(`"${text}"`);
    return typeof inner === 'string' && length > 0 ? unescaped(inner, '\\'.repeat((length - 1) / 2)) : String(inner);
  } catch {
    return text;
  }
}
