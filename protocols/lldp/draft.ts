import type { LldpInformation } from './information.ts';

/** Information as it is being read. */
export type Draft = { -readonly [Name in keyof LldpInformation]: LldpInformation[Name] };

/** Adds a TLV's value to the draft; false if it is not valid, or repeats a TLV that may occur once. */
export type Take = (draft: Draft, value: Uint8Array) => boolean;

type Lists = {
  [Name in keyof Draft]-?: Draft[Name] extends readonly (infer Item)[] ? Item : never;
};

/** Reads a TLV that may occur once. `read` returns undefined for a malformed value. */
export function once<Name extends keyof Draft>(name: Name, read: (value: Uint8Array) => Draft[Name] | undefined): Take {
  return (draft, value) => {
    if (draft[name] !== undefined) return false;
    const found = read(value);
    if (found === undefined) return false;
    draft[name] = found;
    return true;
  };
}

/** Reads a TLV that may occur several times; `key` identifies those that may not repeat. */
export function each<Name extends keyof Lists>(
  name: Name,
  read: (value: Uint8Array) => Lists[Name] | undefined,
  key: (item: Lists[Name]) => string | number,
): Take {
  return (draft, value) => {
    // The mapped type above says of each list what its items are, which the index access cannot follow.
    const present = draft[name] as unknown as readonly Lists[Name][];
    const found = read(value);
    if (found === undefined || present.some((item) => key(item) === key(found))) return false;
    (draft[name] as unknown) = [...present, found];
    return true;
  };
}
