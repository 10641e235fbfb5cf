/** An object's fields on a page: its path, the object's title, and each field's label and name. Texts are English source texts. */
export type FieldPlace = readonly [
  path: string,
  title: string,
  fields: readonly (readonly [label: string, name: string])[],
];

/** The fields of every page. Only the build fills it, from the declarations of all objects; it comes with the palette. */
export const fieldPlaces: readonly FieldPlace[] = [];
