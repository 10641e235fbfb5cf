/** A request that cannot be answered as it is. */
export class HttpError extends Error {
  /** RFC 9110 15. */
  readonly status: number;

  /** `sentence` goes to the browser; without one it gets the status's own. */
  constructor(status: number, sentence: string = sentenceOf(status)) {
    super(sentence);
    this.name = 'HttpError';
    this.status = status;
  }
}

/** A single sentence: neither stack nor path nor what was sent. */
export function sentenceOf(status: number): string {
  return sentences[status] ?? 'The request cannot be answered.';
}

const sentences: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  413: 'The request is too long.',
  415: 'The content type of the request is not supported.',
  500: 'The device could not carry out the request.',
};
