/** The section that holds a program, as given to tc-bpf(8). */
export const PROGRAM_SECTION = 'classifier';

const HEADER = 64;
const SECTION_HEADER = 64;
const SYMBOL = 24;
const ALIGNMENT = 8;

/** Kinds and marks of sections, of symbols and of machines (elf(5)). */
const Elf = {
  relocatable: 1,
  bpf: 247,
  data: 1,
  symbols: 2,
  strings: 3,
  allocated: 2,
  executable: 4,
  global: 1,
  function: 2,
};

interface Section {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly octets: Uint8Array;
  readonly link?: number;
  readonly info?: number;
  readonly entry?: number;
}

const STRINGS = 4;

/** A program of the kernel's in the file format in which tc-bpf(8) takes one: ELF of 64 bits, little-endian. */
export function programFile(program: Uint8Array): Uint8Array {
  const names = ['', PROGRAM_SECTION, 'license', '.symtab', '.strtab', 'sort'];
  const strings = new TextEncoder().encode(`${names.join('\0')}\0`);
  const nameAt = (name: string) => names.slice(0, names.indexOf(name)).reduce((sum, one) => sum + one.length + 1, 0);
  const sections: readonly Section[] = [
    { name: PROGRAM_SECTION, type: Elf.data, flags: Elf.allocated | Elf.executable, octets: program },
    { name: 'license', type: Elf.data, flags: Elf.allocated, octets: new TextEncoder().encode('Apache-2.0\0') },
    {
      name: '.symtab',
      type: Elf.symbols,
      flags: 0,
      octets: symbols(nameAt('sort'), program.length),
      link: STRINGS,
      info: 1,
      entry: SYMBOL,
    },
    { name: '.strtab', type: Elf.strings, flags: 0, octets: strings },
  ];
  const places: number[] = [];
  let end = HEADER;
  for (const { octets } of sections) {
    places.push(end);
    end = aligned(end + octets.length);
  }
  const file = new Uint8Array(end + SECTION_HEADER * (sections.length + 1));
  const view = new DataView(file.buffer);
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  view.setUint16(16, Elf.relocatable, true);
  view.setUint16(18, Elf.bpf, true);
  view.setUint32(20, 1, true);
  view.setUint32(40, end, true);
  view.setUint16(52, HEADER, true);
  view.setUint16(58, SECTION_HEADER, true);
  view.setUint16(60, sections.length + 1, true);
  view.setUint16(62, STRINGS, true);
  for (const [index, { name, type, flags, octets, link = 0, info = 0, entry = 0 }] of sections.entries()) {
    const place = places[index] ?? 0;
    const header = end + SECTION_HEADER * (index + 1);
    file.set(octets, place);
    view.setUint32(header, nameAt(name), true);
    view.setUint32(header + 4, type, true);
    view.setUint32(header + 8, flags, true);
    view.setUint32(header + 24, place, true);
    view.setUint32(header + 32, octets.length, true);
    view.setUint32(header + 40, link, true);
    view.setUint32(header + 44, info, true);
    view.setUint32(header + 48, ALIGNMENT, true);
    view.setUint32(header + 56, entry, true);
  }
  return file;
}

/** The empty first symbol, and the program as a global function of the first section. */
function symbols(name: number, length: number): Uint8Array {
  const octets = new Uint8Array(SYMBOL * 2);
  const view = new DataView(octets.buffer);
  view.setUint32(SYMBOL, name, true);
  view.setUint8(SYMBOL + 4, (Elf.global << 4) | Elf.function);
  view.setUint16(SYMBOL + 6, 1, true);
  view.setUint32(SYMBOL + 16, length, true);
  return octets;
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
