import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';

/** Something the administrator can do from anywhere. It feeds its button in the bar and its line in the palette. */
export interface Action {
  readonly name: ActionName;
  /** English source text. */
  readonly title: string;
  /** More words to find it by, separated by blanks. */
  readonly keywords: string;
  readonly icon: LucideIcon;
  /** Its possible effect: none, a change of the device, or the end of this session. */
  readonly risk: 'none' | 'device' | 'session';
  /** @param path where it leads to, for one that reloads the console; default its dashboard. */
  run(path?: string): void | Promise<void>;
}

/** The actions there are; not every device and layout has each. */
export type ActionName = 'wizard' | 'save' | 'support' | 'logout' | 'surveillance' | 'standard';

/** The actions of this device and layout. */
export const ActionsContext = createContext<readonly Action[]>([]);

/** Every action of this device and layout. */
export function useActions(): readonly Action[] {
  return useContext(ActionsContext);
}

/** The action of that name; undefined where this device or layout has none. */
export function useAction(name: ActionName): Action | undefined {
  return useActions().find((action) => action.name === name);
}
