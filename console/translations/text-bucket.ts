/** Groups that the texts of the device's messages are divided into: an answer has a few of thousands. */
export const BUCKETS = 1024;

/** The group of texts, a number, that has a source text of the device's messages, wherever in the product it is said. */
export function bucketOf(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return String((hash >>> 0) % BUCKETS);
}
