import type { ChatOffer } from '@antiphon/server/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readFailure } from '../client/failure.ts'
import { useClient } from '../page/page-context.ts'

export type KnownOffer = {
  /** Null where there is no such session, undefined until it is known. */
  readonly offer: ChatOffer | null | undefined
  readonly refetch: () => Promise<unknown>
}

/** Whether a session can be gone on with, and what is in the way. */
export function useChatOffer(session: string, isListed: boolean): KnownOffer {
  const client = useClient()
  const { data: offer, refetch } = useQuery({
    queryKey: ['chat-offer', session, isListed],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      client
        .get('chat/offer', { session }, signal)
        // Where nobody answers, whoever tries will hear why.
        .catch(error => (readFailure(error) === 'missing' ? null : UNKNOWN)),
  })
  return { offer, refetch }
}

const UNKNOWN: ChatOffer = { cwd: null, problem: null, mayBeHeld: false }
