/** A name of the program as metrics spell it: "badRelease" is "bad_release". */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
