import type { ReactNode } from 'react';
import type { Change } from '../../model/configuration/change.ts';
import type { ObjectCall } from '../../model/wire/call.ts';
import type { Move, Sure } from '../call/guarded.ts';
import type { Draft, FormPart } from './form-part.ts';

/** Additional changes of Apply beside the form's own: another object's setting that belongs to it. */
export interface Accompanying {
  readonly calls: readonly ObjectCall[];
  readonly changes: readonly Change[];
}

/** A page's declaration of the form of its objects. */
export interface ObjectFormProps {
  /** The edited object. */
  readonly parts: readonly FormPart[];
  /** Why the device's values could not be read; nothing if they could. Shown instead of the fields. */
  readonly failure?: unknown;
  /** The card's heading; without one the card has none. */
  readonly title?: ReactNode;
  /** Beside the heading, and at its right. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  /** The words on the button; default "Apply". */
  readonly applyWords?: string;
  /** The change's purpose, for the device's log. */
  readonly what?: string;
  /** Called after the device has taken the changes. */
  readonly onApplied?: () => void;
  /** Called by Cancel after the draft was put back; without it Cancel shows only while there is something to put back. */
  readonly onCancel?: () => void;
  /** Messages by column about fields that do not fit together; the device checks as well. */
  readonly check?: (draft: Draft) => Readonly<Record<string, string>>;
  /** Called before anything is sent; false stops it, a question is asked first. */
  readonly sure?: (changes: readonly Change[], draft: Draft, calls: readonly ObjectCall[]) => Promise<Sure> | Sure;
  /** The switch's location after the changes, if they move it. */
  readonly move?: (changes: readonly Change[], draft: Draft) => Move | undefined;
  readonly accompanying?: (draft: Draft) => Accompanying;
  /** True, or the reason why nothing can be changed. */
  readonly disabled?: boolean | string;
  /** Beside the buttons: a remark on what the form shows. */
  readonly remark?: ReactNode;
  /** Below "What Apply will change": a choice that adds to it. */
  readonly choice?: ReactNode;
  /** The fields; default: every field that can be set. */
  readonly children?: ReactNode;
}
