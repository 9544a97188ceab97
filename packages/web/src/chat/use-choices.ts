import type { ChatChoices } from '@antiphon/server/protocol'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useClient } from '../page/page-context.ts'

/** What may be chosen; asked for once somebody needs it. */
export function useChoices(isNeeded: boolean): UseQueryResult<ChatChoices> {
  const client = useClient()
  return useQuery({
    queryKey: ['chat-choices'],
    enabled: isNeeded,
    queryFn: ({ signal }) => client.readChatChoices(signal),
  })
}
