import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sheets = ['console', 'features'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => join(folder, file)),
);

/** A style sheet without the parts only for narrow windows, where a table has no columns. */
function onADesk(sheet: string): string {
  const parts = sheet.split('@media (width < 600px) {');
  return parts[0] + parts.slice(1).map(behindBlock).join('');
}

/** The text behind the brace that closes the block in which the text begins. */
function behindBlock(text: string): string {
  let depth = 1;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(at + 1);
  }
  return '';
}

it('no style of a table looks for what stands in it: the browser would be at it with every row that is drawn', () => {
  expect(sheets.length).toBeGreaterThan(20);
  const asking = sheets.flatMap((file) =>
    [
      ...onADesk(readFileSync(join(root, file), 'utf8')).matchAll(
        /^[^{}\n]*:has\([^{}]*\b(?:th|td|tr|thead|tbody)\b[^{}]*\{/gm,
      ),
    ].map(([selector]) => `${file}: ${selector}`),
  );
  expect(asking).toEqual([]);
});
