import type { Entry } from '@antiphon/core'
import type { Client } from '@antiphon/server/protocol'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useClient } from '../page/page-context.ts'

/** An entry as it is stored, of which the page left something out; asked for once it is wanted. */
export function useWholeEntry(
  place: Parameters<Client['readEntry']>[0],
  isWanted: boolean,
): UseQueryResult<Entry> {
  const client = useClient()
  return useQuery({
    queryKey: ['entry', place],
    enabled: isWanted,
    queryFn: ({ signal }) => client.readEntry(place, signal),
  })
}
