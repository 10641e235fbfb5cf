// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { afterPress } from './after-press.ts';

const pointer = (name: string) => document.body.dispatchEvent(new Event(name, { bubbles: true }));

it('works at once while nothing is pressed, as with the keyboard', () => {
  const work = vi.fn();
  afterPress(work);
  expect(work).toHaveBeenCalledOnce();
});

it.each(['pointerup', 'pointercancel'])('waits while the mouse is pressed, until after the click: %s', async (end) => {
  const order: string[] = [];
  pointer('pointerdown');
  afterPress(() => order.push('moved'));
  pointer(end);
  order.push('click');
  await vi.waitFor(() => expect(order).toHaveLength(2));
  expect(order).toEqual(['click', 'moved']);
});
