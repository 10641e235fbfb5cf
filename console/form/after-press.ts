let pressed = false;
const waiting = new Set<() => void>();

/**
 * Does now what may move the page, or, while the mouse is pressed, once it was let go. A message that appears when a field
 * loses the focus to a button would otherwise push that button away under the press, and the click would never happen.
 */
export function afterPress(work: () => void): void {
  if (pressed) waiting.add(work);
  else work();
}

function release(): void {
  pressed = false;
  // The click comes right after this event.
  setTimeout(() => {
    const due = [...waiting];
    waiting.clear();
    for (const work of due) work();
  });
}

window.addEventListener('pointerdown', () => (pressed = true), { capture: true });
for (const end of ['pointerup', 'pointercancel'] as const) window.addEventListener(end, release, { capture: true });
