import type { LldpInformation } from './information.ts';

/** Information as it is being read. */
export type Draft = { -readonly [Name in keyof LldpInformation]: LldpInformation[Name] };

/** Puts what a TLV's value says into the draft; false where it says nothing valid, or says again what stands once. */
export type Take = (draft: Draft, value: Uint8Array) => boolean;

type Lists = {
  [Name in keyof Draft]-?: Draft[Name] extends readonly (infer Item)[] ? Item : never;
};

/** Takes what may stand once. `read` gives undefined for a value that is malformed. */
export function once<Name extends keyof Draft>(name: Name, read: (value: Uint8Array) => Draft[Name] | undefined): Take {
  return (draft, value) => {
    if (draft[name] !== undefined) return false;
    const found = read(value);
    if (found === undefined) return false;
    draft[name] = found;
    return true;
  };
}

/** Takes what may stand several times; `key` tells the ones apart that may not stand twice. */
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
