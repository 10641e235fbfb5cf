/** What an image is made of and what it starts, without its base. */
export interface ContainerSteps {
  /** Lines of a shell, to be run in the folder of the tarball: what is copied, and what is run but for packages of Debian. */
  readonly lines: readonly string[];
  /** Debian packages that are installed into the base. */
  readonly packages: readonly string[];
  /** Words of the program, with its arguments. */
  readonly command: readonly string[];
  readonly user: string;
}

/**
 * For tests: reads a Containerfile of this project. Throws at an instruction that none of them has, so that a test does not pass it
 * over.
 */
export function containerSteps(text: string): ContainerSteps {
  const lines: string[] = [];
  const packages: string[] = [];
  const command: string[] = [];
  let user = 'root';
  const instructions = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  for (const instruction of instructions) {
    const [, kind = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(instruction) ?? [];
    if (kind === 'COPY') lines.push(...copied(rest.split(/\s+/)));
    else if (kind === 'VOLUME') lines.push(`mkdir -p ${rest}`);
    else if (kind === 'USER') user = rest;
    else if (kind === 'ENTRYPOINT' || kind === 'CMD') command.push(...JSON.parse(rest));
    else if (kind === 'RUN' && rest.includes('apt-get')) packages.push(...installed(rest));
    else if (kind === 'RUN') lines.push(rest);
    else if (kind !== 'FROM' && kind !== 'EXPOSE') throw new Error(`Unknown instruction: ${instruction}`);
  }
  return { lines, packages, command, user };
}

/** A folder is copied by what it holds; a pattern may match nothing. */
function copied(words: readonly string[]): readonly string[] {
  const to = words.at(-1) ?? '';
  return [
    `mkdir -p ${to}`,
    ...words.slice(0, -1).map((from) => {
      if (from.includes('[')) return `for file in ${from}; do test ! -e "$file" || cp -r "$file" ${to}; done`;
      return `if test -d ${from}; then cp -r ${from}/. ${to}; else cp ${from} ${to}; fi`;
    }),
  ];
}

function installed(line: string): readonly string[] {
  const words = /apt-get install ([^&]*)/.exec(line)?.[1]?.trim().split(/\s+/) ?? [];
  return words.filter((word) => !word.startsWith('-'));
}
