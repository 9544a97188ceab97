import type { ChatOffer } from '@antiphon/server/protocol'
import { useEffect, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import { useClient } from '../page/page-context.ts'

export type UseChatOfferOptions = {
  readonly session: string
  readonly isListed: boolean
  /** What was refused last: the reason may be another one now. */
  readonly refusal: unknown
}

/** What can be offered for a session; null where there is none, undefined until it is known. */
export function useChatOffer(options: UseChatOfferOptions): ChatOffer | null | undefined {
  const { session, isListed, refusal } = options
  const client = useClient()
  const [offer, setOffer] = useState<ChatOffer | null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when something has changed
  useEffect(() => {
    const leaving = new AbortController()
    client.readChatOffer({ session }, leaving.signal).then(
      found => !leaving.signal.aborted && setOffer(found),
      error => {
        // Where nobody answers, whoever tries will hear why.
        if (!leaving.signal.aborted) setOffer(readFailure(error) === 'missing' ? null : UNKNOWN)
      },
    )
    return () => leaving.abort()
  }, [client, session, isListed, refusal])
  return offer
}

const UNKNOWN: ChatOffer = { cwd: null, problem: null }
