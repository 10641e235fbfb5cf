import { type ComponentType, createContext } from 'react';
import type { Field } from '../../model/schema/field.ts';
import type { Value } from '../../model/wire/call.ts';

interface MissingRowsProps {
  readonly field: Field;
  /** As typed or chosen. */
  readonly value: Value;
  /** A message at the field says already that something is missing. */
  readonly isSaid: boolean;
  /** Called once the rows are there. */
  readonly onAdded: () => void;
}

/** Offers to add what a field names and the switch does not have; draws nothing where it has everything. */
export type MissingRows = ComponentType<MissingRowsProps>;

/** Offers it in the forms of this console; undefined where they have to do without. */
export const MissingRowsContext = createContext<MissingRows | undefined>(undefined);
