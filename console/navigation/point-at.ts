/** Milliseconds within which a page draws what is pointed at: its code and its values may have to be fetched. */
const PATIENCE = 5_000;

/** Elements that name a field: of a form, a table, a list of facts, a group of controls. */
const NAMES = 'label, th, dt, legend';

/**
 * Leads to the field with this label on the page now shown or being drawn: focuses its control, or scrolls to its column.
 * Gives up in silence if the page does not show it. `label` is in the shown language.
 */
export function pointAt(label: string): void {
  if (lead(label)) return;
  const watching = new MutationObserver(() => {
    if (lead(label)) stop();
  });
  const giveUp = setTimeout(() => stop(), PATIENCE);
  const stop = () => {
    clearTimeout(giveUp);
    watching.disconnect();
  };
  watching.observe(document.body, { childList: true, subtree: true });
  // A user who continues working meanwhile is not interrupted.
  for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, stop, { once: true, capture: true });
}

/** Whether there is such a field by now. */
function lead(label: string): boolean {
  const main = document.querySelector('main');
  const named = [...(main?.querySelectorAll<HTMLElement>(NAMES) ?? [])].find((element) => isCalled(element, label));
  if (!named) return false;
  const target = named instanceof HTMLLabelElement ? named.control : named;
  // While the values are fetched, a form has labels and no controls.
  if (!target) return false;
  if (target === named && !target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.scrollIntoView({ block: 'center', inline: 'center' });
  target.focus({ preventScroll: true });
  return true;
}

/** Whether an element's own words are the label; a unit or a mark may follow. */
function isCalled(element: HTMLElement, label: string): boolean {
  const words = element.textContent?.trim() ?? '';
  return words === label || (words.startsWith(label) && /^[\s*(:]/.test(words.slice(label.length)));
}
