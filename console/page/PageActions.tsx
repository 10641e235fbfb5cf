import { type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { ActionsPlace } from './page-context.ts';

/** Puts a part's actions at the upper right of its page, after Refresh. One of them at most is primary. */
export function PageActions({ children }: { readonly children: ReactNode }) {
  const place = useContext(ActionsPlace);
  return place && createPortal(children, place);
}
