/** Hundredths of a second (RFC 2578 TimeTicks) in words: "41 d 6 h 12 min 5 s"; leading units of zero are left out. */
export function ticksInWords(hundredths: number): string {
  const seconds = Math.floor(Math.max(0, hundredths) / 100);
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  // If all are zero, -1 leaves the last.
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
