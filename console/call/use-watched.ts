import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isConfigured, type ObjectDeclaration } from '../../model/schema/object.ts';
import { isRecord } from '../../model/values/json-record.ts';

/**
 * Begins to watch what is shown of some objects, which changes are made of. What it returns reads them again, and resolves to
 * whether their settings still are the same: another session may have changed them. The list of objects is always the same one.
 */
export function useWatched(objects: readonly ObjectDeclaration[]): () => () => Promise<boolean> {
  const client = useQueryClient();
  return useCallback(() => {
    const shown = () =>
      objects.flatMap((object) =>
        client
          .getQueriesData({ queryKey: [object.name], type: 'active' })
          .map(([key, data]) => [hashKey(key), object, data] as const),
      );
    const before = new Map(shown().map(([key, , data]) => [key, data]));
    return async () => {
      // A failed read leaves what is shown; what is sent then fails by itself.
      await Promise.all(objects.map(({ name }) => client.refetchQueries({ queryKey: [name], type: 'active' })));
      return shown().every(([key, object, data]) => {
        const former = before.get(key);
        return former === undefined || former === data || settingsOf(object, former) === settingsOf(object, data);
      });
    };
  }, [client, objects]);
}

/** What is configured in an answer: live columns change by themselves. */
function settingsOf({ fields, shape }: ObjectDeclaration, data: unknown): string {
  const columns = Object.entries(fields).flatMap(([name, field]) => (isConfigured(field) ? [name] : []));
  const rows = Array.isArray(data) ? data : [data];
  return JSON.stringify([shape, rows.map((row) => isRecord(row) && columns.map((column) => row[column]))]);
}
