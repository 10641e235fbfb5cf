/** Sentences of a DESCRIPTION. */
export function words(...sentences: readonly (string | undefined)[]): string {
  return ascii(sentences.filter((sentence) => sentence !== undefined && sentence !== '').join(' '));
}

/** Characters that RFC 2578 3.1.1 allows between quotation marks. */
export function ascii(text: string): string {
  return text
    .replaceAll('"', "'")
    .replaceAll('µ', 'u')
    .replaceAll('×', 'x')
    .replace(/[^\x20-\x7e]+/g, ' ');
}

/** Text between quotation marks, in lines. */
export function quoted(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + word.length + 3 > 100) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  const edge = ' '.repeat(indent);
  return `${edge}"${[...lines, line].join(`\n${edge} `)}"`;
}

/** A name with its first letter large. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A name with its first letter small, as those of values are. */
export function small(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
