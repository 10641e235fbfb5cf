import { Breakable } from '../console/elements/Breakable.tsx';
import { Link } from '../console/router/Link.tsx';
import { type HostNames, namedPieces } from './host-names.ts';

interface HostNamedProps {
  readonly text: string;
  readonly names: HostNames;
}

/** A text in which the addresses of hosts are followed by their names, which lead to them. */
export function HostNamed({ text, names }: HostNamedProps) {
  return namedPieces(text, names).map(({ text: words, host }, at) =>
    host ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text
      <span key={at}>
        <Breakable text={words} /> (<Link to={`/Hosts?host=${host.mac}`}>{host.name}</Link>)
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text
      <Breakable key={at} text={words} />
    ),
  );
}
