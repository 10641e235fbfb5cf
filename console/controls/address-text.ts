/** The octets in pasted `text`, or fewer where it holds fewer; what is no octet is left out. */
export function octetsOf(text: string): string[] {
  return text
    .trim()
    .split(/[./\s]+/)
    .slice(0, 4)
    .filter((octet) => /^\d{1,3}$/.test(octet) && Number(octet) <= 255)
    .map((octet) => String(Number(octet)));
}

/** Up to six pairs of hex digits in pasted `text`, whatever separates them. */
export function hexPairsOf(text: string): string[] {
  return (text.replaceAll(/[^0-9A-Fa-f]/g, '').match(/../g) ?? []).slice(0, 6).map((pair) => pair.toUpperCase());
}
