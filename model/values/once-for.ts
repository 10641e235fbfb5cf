/**
 * Makes `make` give back the same result for the same object, so that what is made of an unchanged row or list keeps its identity, and
 * is made once. Neither ever changes in place: a changed one is another object.
 */
export function onceFor<Given extends object, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const results = new WeakMap<Given, { readonly made: Made }>();
  return (given) => {
    let known = results.get(given);
    if (!known) {
      known = { made: make(given) };
      results.set(given, known);
    }
    return known.made;
  };
}
