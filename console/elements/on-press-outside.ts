/** Calls `close` at each press on an element that is not inside, until the function that it returns is called. */
export function onPressOutside(isInside: (pressed: Node) => boolean, close: () => void): () => void {
  const pressed = ({ target }: Event) => {
    if (target instanceof Node && !isInside(target)) close();
  };
  document.addEventListener('pointerdown', pressed);
  return () => document.removeEventListener('pointerdown', pressed);
}
