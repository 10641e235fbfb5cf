/**
 * Makes `compile` give back the same result for the same row, so that an unchanged row keeps its part of the forwarding plan by
 * identity. Rows never change in place; a changed row is another object.
 */
export function perRow<Row extends object, Part>(compile: (row: Row) => Part): (row: Row) => Part {
  const parts = new WeakMap<Row, { readonly part: Part }>();
  return (row) => {
    let known = parts.get(row);
    if (!known) {
      known = { part: compile(row) };
      parts.set(row, known);
    }
    return known.part;
  };
}
