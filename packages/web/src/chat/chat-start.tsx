import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ChatOffer } from '@antiphon/server/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import type { ChatTexts } from '../language/chat-texts.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { ElsewhereForm } from './elsewhere-form.tsx'
import type { ChatHandle } from './use-chat.ts'

export type ChatStartProps = {
  readonly session: string
  readonly isListed: boolean
  readonly handle: ChatHandle
}

/** The way to go on with a session: only what can work is offered, and what is in the way is said. */
export function ChatStart({ session, isListed, handle }: ChatStartProps): ReactElement | null {
  const texts = useTexts().chat
  const { isOpening, isJoining, state } = handle
  const client = useClient()
  const { data: offer } = useQuery({
    // Asked again when something has changed: what was refused may have another reason now.
    queryKey: ['chat-offer', session, isListed, state.trouble],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      client
        .readChatOffer({ session }, signal)
        // Where nobody answers, whoever tries will hear why.
        .catch(error => (readFailure(error) === 'missing' ? null : UNKNOWN)),
  })
  const [isMoving, setIsMoving] = useState(false)
  if (offer === null) return null
  // What comes takes as much room, so that nothing moves.
  if (offer === undefined || isJoining) return <div className="chat-start" />
  const { problem } = offer
  const reason = describeProblem(offer, texts)
  const mayContinue = problem === null || problem === 'held'
  const mayMove = problem === 'folder-gone' || problem === 'folder-unknown'
  return (
    <div className="chat-start">
      {mayContinue && (
        <button type="button" className="button is-main" disabled={isOpening} onClick={handle.open}>
          {isOpening ? texts.opening : texts.continueSession}
        </button>
      )}
      {problem === 'held' && (
        <button type="button" className="button" disabled={isOpening} onClick={() => handle.openCopy()}>
          {texts.continueCopy}
        </button>
      )}
      <span className="quiet chat-reason">{reason ?? texts.continueHint}</span>
      {mayMove && !isMoving && (
        <button type="button" className="button" onClick={() => setIsMoving(true)}>
          {texts.continueElsewhere}
        </button>
      )}
      {mayMove && isMoving && (
        <ElsewhereForm
          isOpening={isOpening}
          onFolder={handle.openCopy}
          onChange={handle.clearTrouble}
          onCancel={() => setIsMoving(false)}
        />
      )}
    </div>
  )
}

const UNKNOWN: ChatOffer = { cwd: null, problem: null }

function describeProblem({ problem, cwd }: ChatOffer, { inTheWay }: ChatTexts): string | undefined {
  switch (problem) {
    case null:
      return undefined
    case 'held':
      return inTheWay.held
    case 'folder-gone':
      return inTheWay.folderGone(oneLine(stripControl(cwd ?? ''), 300))
    case 'folder-unknown':
      return inTheWay.folderUnknown
    case 'subagent':
      return inTheWay.subagent
    case 'read-only':
      return inTheWay.readOnly
  }
}
