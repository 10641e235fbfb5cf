/** A source text in the reader's language; `{{name}}` in it is replaced by a value. */
export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** The text as it is written. A value without a name in the text is not looked at, and the other way round. */
export const asWritten: Translate = (text, values) =>
  values ? text.replaceAll(/\{\{(\w+)\}\}/g, (place, name) => String(values[name] ?? place)) : text;
