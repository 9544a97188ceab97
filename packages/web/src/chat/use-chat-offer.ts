import type { ChatOffer } from '@antiphon/server/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { readFailure } from '../client/failure.ts'
import { useClient } from '../page/page-context.ts'

export type ChatOfferQuestion = {
  readonly session: string
  /** Whether the session is known to be there: its offer is another then. */
  readonly isListed: boolean
  /** It is on no first screen, and asked for behind it. */
  readonly isAsked: boolean
}

/** How a session can be gone on with: null where there is none, undefined until that is known. */
export type OfferHandle = {
  readonly offer: ChatOffer | null | undefined
  readonly refetch: () => void
}

/** Asks for it once, for all who show something of it. */
export function useChatOffer({ session, isListed, isAsked }: ChatOfferQuestion): OfferHandle {
  const client = useClient()
  const { data: offer, refetch } = useQuery({
    queryKey: ['chat-offer', session, isListed],
    placeholderData: keepPreviousData,
    enabled: isAsked,
    queryFn: ({ signal }) =>
      client
        .get('chat/offer', { session }, signal)
        // Where nobody answers, whoever tries will hear why.
        .catch(error => (readFailure(error) === 'missing' ? null : UNKNOWN)),
  })
  const again = useCallback(() => void refetch(), [refetch])
  return { offer, refetch: again }
}

const UNKNOWN: ChatOffer = { cwd: null, problem: null, mayBeHeld: false }
