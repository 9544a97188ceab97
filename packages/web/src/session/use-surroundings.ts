import type { Outline, TurnOutline } from '@antiphon/server/protocol'
import { useIsDrawn } from '../browser/use-is-drawn.ts'
import { type OfferHandle, useChatOffer } from '../chat/use-chat-offer.ts'
import type { SessionState } from './session-state.ts'
import { useOutline } from './use-outline.ts'
import { useTurns } from './use-turns.ts'

export type SurroundingsQuestion = {
  readonly session: string
  readonly state: SessionState
  readonly isListed: boolean
}

export type Surroundings = {
  readonly outline: Outline | undefined
  readonly turnOutline: TurnOutline | undefined
  readonly offer: OfferHandle
}

/** What stands around a story: asked for once its first screen is drawn, so that nothing is answered before that. */
export function useSurroundings({ session, state, isListed }: SurroundingsQuestion): Surroundings {
  const { phase, from, to } = state
  const isDrawn = useIsDrawn(phase === 'ready' || phase === 'failed')
  const end = isDrawn ? state.end : 0
  return {
    outline: useOutline(session, end),
    turnOutline: useTurns({ session, from, to, end }),
    offer: useChatOffer({ session, isListed, isAsked: isDrawn }),
  }
}
