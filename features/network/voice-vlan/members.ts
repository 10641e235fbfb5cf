/** The ports that phones have brought into the voice VLAN, with the time in milliseconds when one was last known there. */
export type VoiceMembers = ReadonlyMap<number, number>;

/** A phone was heard at a port: it joins, or stays. */
export function phoneHeard(members: VoiceMembers, port: number, now: number): VoiceMembers {
  return new Map(members).set(port, now);
}

/**
 * The ports where phones are known stay. Others stay until `ageing` milliseconds have passed since their phones were
 * forgotten.
 */
export function phonesKnown(
  members: VoiceMembers,
  known: ReadonlySet<number>,
  { now, ageing }: { readonly now: number; readonly ageing: number },
): VoiceMembers {
  const next = [...members].flatMap(([port, at]): [number, number][] => {
    if (known.has(port)) return [[port, now]];
    return now - at < ageing ? [[port, at]] : [];
  });
  return new Map(next);
}

/** Ports that no longer detect phones leave at once. */
export function listeningAt(members: VoiceMembers, ports: ReadonlySet<number>): VoiceMembers {
  return new Map([...members].filter(([port]) => ports.has(port)));
}
