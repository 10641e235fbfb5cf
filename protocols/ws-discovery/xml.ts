/** An element, its name taken apart. */
export interface XmlElement {
  /** The namespace's URI; "" for none. */
  readonly namespace: string;
  readonly name: string;
  /** The text directly in it, entities resolved. */
  readonly text: string;
  readonly children: readonly XmlElement[];
  /** The namespaces in force here, by prefix: names in texts are of them. */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** Characters of a document at most. */
export const LONGEST_DOCUMENT = 16_384;
const DEEPEST = 24;
const ELEMENTS_AT_MOST = 256;
const ATTRIBUTES_AT_MOST = 32;

/** Of each step one alternative fits, and a name ends where it ends: time is proportional to length, also where nothing fits. */
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)(?=[\s/>])([^<>]*?)(\/?)>|([^<]+)/y;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

/** Text that begins like an entity, and is not one predefined in XML. */
const FOREIGN = /&(?!#\d{1,7};|#x[0-9a-fA-F]{1,6};|(?:amp|lt|gt|quot|apos);)/;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface Open {
  readonly qualified: string;
  readonly prefixes: ReadonlyMap<string, string>;
  text: string;
  readonly children: XmlElement[];
}

/**
 * Reads a small document of XML 1.0 with namespaces as strangers send it: the root element, or undefined for what is not well
 * formed, too long, too deep or too much, and for any that declares a type of its own (entities are never expanded).
 */
export function readXml(document: string): XmlElement | undefined {
  if (document.length > LONGEST_DOCUMENT) return undefined;
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  const close = (): boolean => {
    const done = open.pop();
    const element = done && elementOf(done);
    if (!element) return false;
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
    return true;
  };
  const add = (text: string | undefined): boolean => {
    const parent = open.at(-1);
    if (text === undefined) return false;
    if (!parent) return text.trim() === '';
    parent.text += text;
    return true;
  };
  TOKEN.lastIndex = document.startsWith('\uFEFF') ? 1 : 0;
  while (TOKEN.lastIndex < document.length) {
    const found = TOKEN.exec(document);
    if (!found) return undefined;
    const [, data, ends, begins, attributes = '', isEmpty, text] = found;
    const next = TOKEN.lastIndex;
    if (data !== undefined && !(open.length > 0 && add(data))) return undefined;
    if (text !== undefined && !add(resolved(text))) return undefined;
    if (ends !== undefined && (open.at(-1)?.qualified !== ends || !close())) return undefined;
    if (begins !== undefined) {
      elements += 1;
      if (root || elements > ELEMENTS_AT_MOST || open.length >= DEEPEST) return undefined;
      const prefixes = prefixesIn(attributes, open.at(-1)?.prefixes ?? new Map());
      if (!prefixes) return undefined;
      open.push({ qualified: begins, prefixes, text: '', children: [] });
      if (isEmpty === '/' && !close()) return undefined;
    }
    TOKEN.lastIndex = next;
  }
  return open.length === 0 ? root : undefined;
}

/**
 * The name of a type as a text has it ("tds:Device"), taken apart by the namespaces in force; undefined where its prefix is
 * unknown.
 */
export function nameIn(
  qualified: string,
  prefixes: ReadonlyMap<string, string>,
): readonly [string, string] | undefined {
  const [first = '', second, more] = qualified.split(':');
  if (more !== undefined) return undefined;
  const [prefix, name] = second === undefined ? ['', first] : [first, second];
  const namespace = prefix === '' ? (prefixes.get('') ?? '') : prefixes.get(prefix);
  return namespace === undefined || name === '' ? undefined : [namespace, name];
}

function elementOf({ qualified, prefixes, text, children }: Open): XmlElement | undefined {
  const named = nameIn(qualified, prefixes);
  return named && { namespace: named[0], name: named[1], text, children, prefixes };
}

/** The namespaces with those that the attributes of an element declare; undefined where they are no attributes. */
function prefixesIn(attributes: string, outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> | undefined {
  if (attributes.trim() === '') return outer;
  let prefixes: Map<string, string> | undefined;
  let count = 0;
  ATTRIBUTE.lastIndex = 0;
  const end = attributes.trimEnd().length;
  while (ATTRIBUTE.lastIndex < end) {
    const found = ATTRIBUTE.exec(attributes);
    count += 1;
    if (!found || count > ATTRIBUTES_AT_MOST) return undefined;
    const [, name = '', double, single] = found;
    const value = resolved(double ?? single ?? '');
    if (value === undefined) return undefined;
    const declared = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : undefined;
    if (declared === undefined) continue;
    prefixes ??= new Map(outer);
    prefixes.set(declared, value);
  }
  return prefixes ?? outer;
}

/** Text with the five entities that XML has by itself, and numbers of characters; undefined for any other. */
function resolved(text: string): string | undefined {
  if (!text.includes('&')) return text;
  // Most of what strangers send amiss ends here, at the first.
  if (FOREIGN.test(text)) return undefined;
  let isKnown = true;
  const words = text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (_, decimal, hex, name) => {
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
    const character =
      code === undefined
        ? entities[String(name)]
        : code > 0 && code <= 0x10_ffff
          ? String.fromCodePoint(code)
          : undefined;
    isKnown &&= character !== undefined;
    return character ?? '';
  });
  return isKnown ? words : undefined;
}
