import { Endpoint } from '../../model/wire/endpoints.ts';
import { pagePlace } from '../boot/page-place.ts';
import { session } from '../session/session.ts';
import { fetchTextsIn } from '../translations/said-texts.ts';
import { resultOf } from './call.ts';
import { NoAnswer, networkError, noAnswerWithin, StrangeAnswer } from './failure.ts';
import { RequestTimeout } from './http.ts';

/**
 * Fetches a file from the device (docs/specification/product.md 7, call 5) and hands it to the browser to keep. Throws as `call`
 * does.
 */
export async function fetchFile(name: string, query: Readonly<Record<string, string>> = {}): Promise<void> {
  const search = new URLSearchParams({ ...query, Gambit: session.gambit, _: String(Date.now()) });
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), RequestTimeout.long);
  try {
    const response = await fetch(`${pagePlace()}${Endpoint.cgi}${name}?${search}`, {
      signal: abort.signal,
      credentials: 'same-origin',
      cache: 'no-store',
    });
    const fileName = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    if (fileName === undefined) {
      const text = await response.text();
      await fetchTextsIn(text);
      resultOf(text);
      throw new StrangeAnswer('The device answered no file.');
    }
    keep(fileName, await response.blob());
  } catch (failure) {
    if (failure instanceof TypeError || failure instanceof DOMException) {
      throw new NoAnswer(abort.signal.aborted ? noAnswerWithin(RequestTimeout.long) : networkError);
    }
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}

function keep(fileName: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the content over by the next task; a little later is safe everywhere.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Sends a file to the device with its form fields and answers the result; `progress` hears the part sent, 0 to 1.
 * Throws as `call` does.
 */
export function sendFile(
  name: string,
  fields: Readonly<Record<string, string>>,
  file: File,
  progress: (part: number) => void = () => undefined,
): Promise<unknown> {
  const form = new FormData();
  form.append('Gambit', session.gambit);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  // The file comes last: the device reads it only for a session that it knows.
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${pagePlace()}${Endpoint.cgi}${name}`);
    request.timeout = RequestTimeout.long;
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new NoAnswer(networkError));
    request.ontimeout = () => reject(new NoAnswer(noAnswerWithin(RequestTimeout.long)));
    request.onload = () => resolve(fetchTextsIn(request.responseText).then(() => resultOf(request.responseText)));
    request.send(form);
  });
}
