import type { FieldPlace } from '../../console/navigation/field-places.ts';
import type { Field } from '../../model/schema/field.ts';
import { features } from './features.ts';

/** The fields of every page, for the console's palette; a build puts them into it. */
export const fieldPlaces: readonly FieldPlace[] = features
  .flatMap(({ objects }) => objects)
  .flatMap(({ page, title, fields }) =>
    page === undefined
      ? []
      : [[page, title, Object.entries<Field>(fields).map(([name, { label }]) => [label, name] as const)] as const],
  );
