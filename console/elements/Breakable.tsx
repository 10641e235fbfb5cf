import { Fragment, type ReactNode } from 'react';

/** Five numbers of a list, or eight octets of a fingerprint: too long for a line of a narrow column. */
const tooLong = /(?:\d[\d-]*,){5}|(?:[\dA-F]{2}:){8}/;

/** After the separators of both; others, as of a time or within a sentence, are left alone. */
const places = /(?<=\d,)(?=\d)|(?<=[\dA-F]{2}:)(?=[\dA-F]{2}:)/;

/** The pieces of a text that a line may end after. */
export function breakablePieces(text: string): readonly string[] {
  return tooLong.test(text) ? text.split(places) : [text];
}

/** A text whose long lists and fingerprints go on in another line after a separator, and not within a number. */
export function Breakable({ text }: { readonly text: string }): ReactNode {
  const [first, ...rest] = breakablePieces(text);
  if (rest.length === 0) return first;
  return (
    <>
      {first}
      {rest.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text
        <Fragment key={at}>
          <wbr />
          {piece}
        </Fragment>
      ))}
    </>
  );
}
