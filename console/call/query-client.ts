import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { connectionLostSince, onConnectionChange } from './connection.ts';
import { CallRefused } from './failure.ts';
import { freshFor } from './read-ahead.ts';
import { endOfRefusal, reportRead } from './report.ts';

/** Metadata of the device's reads. `poll` marks reads repeated by a timer: a lost connection shows in the banner. */
interface ReadMeta extends Record<string, unknown> {
  readonly poll?: boolean;
  /** One row is read: the page that asks for it says itself that it is gone. */
  readonly row?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ReadMeta;
  }
}

/**
 * The client for reads of the device. The browser's opinion of being offline says nothing about a switch beside it, so
 * reads are always tried.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (failure, query) => {
        if (query.meta?.row && failure instanceof CallRefused && failure.code === ErrorCode.noSuchName) return;
        // Data already shown stay; the banner says since when they are old.
        reportRead(failure, query.queryHash, query.meta?.poll === true || query.state.data !== undefined);
      },
      onSuccess: (_data, query) => endOfRefusal(query.queryHash),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: freshFor,
        gcTime: 60_000,
        // A hidden tab asks for nothing; what it missed is read when it is shown again.
        refetchIntervalInBackground: false,
        refetchOnWindowFocus: ({ meta }) => (meta?.poll ? 'always' : false),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  onConnectionChange(() => {
    if (connectionLostSince() === undefined) void client.invalidateQueries();
  });
  return client;
}
