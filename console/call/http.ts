import { pagePlace } from '../boot/page-place.ts';
import { NoAnswer, networkError, noAnswerWithin } from './failure.ts';

/** Milliseconds a request may take (docs/specification/product.md 9): as a rule, for long work, and without a limit. */
export const RequestTimeout = { default: 20_000, long: 120_000, unset: -1 } as const;

interface RequestOptions {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Milliseconds; default 20000. */
  readonly timeout?: number;
}

/**
 * Sends a request to the device. Throws `NoAnswer` with 'Network Error' or 'timeout of {n}ms exceeded', also where the
 * body stops midway; any HTTP status is an answer.
 */
export async function request(
  address: string,
  options: RequestOptions = {},
): Promise<{ status: number; text: string }> {
  const { timeout = RequestTimeout.default, method = 'GET', headers, body } = options;
  const abort = new AbortController();
  const timer = timeout > 0 ? setTimeout(() => abort.abort(), timeout) : undefined;
  try {
    const response = await fetch(pagePlace() + address, {
      method,
      signal: abort.signal,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    throw new NoAnswer(abort.signal.aborted ? noAnswerWithin(timeout) : networkError);
  } finally {
    clearTimeout(timer);
  }
}
