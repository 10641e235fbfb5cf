import { bridgePortOf, type SnoopingSettings, type SnoopingState } from './state.ts';

/**
 * Bindings reserved for each untrusted port that has fewer: a client that asks under many names starves no other port.
 */
const KEPT_FOR_PORT = 4;

/** Whether one more binding may be learned behind a port. */
export function hasRoomFor(settings: SnoopingSettings, { bindings }: SnoopingState, port: number): boolean {
  const free = settings.capacity - settings.statics.size - bindings.size;
  if (free <= 0) return false;
  const asking = bridgePortOf(settings, { port });
  const held = new Map<number, number>();
  for (const binding of bindings.values()) {
    const at = bridgePortOf(settings, binding);
    held.set(at, (held.get(at) ?? 0) + 1);
  }
  if ((held.get(asking) ?? 0) < KEPT_FOR_PORT) return true;
  let kept = 0;
  for (const other of new Set(settings.bridgePorts.values())) {
    if (other === asking || settings.trusted.has(other)) continue;
    kept += Math.max(0, KEPT_FOR_PORT - (held.get(other) ?? 0));
  }
  return free > kept;
}
