import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ChatOffer } from '@antiphon/server/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import { SideForm } from '../keyboard/side-form.tsx'
import type { ChatTexts } from '../language/chat-texts.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { useAnswer } from '../page/use-answer.ts'
import { FolderField } from './choice-fields.tsx'
import type { ChatHandle } from './use-chat.ts'

type ChatStartProps = {
  readonly session: string
  readonly isListed: boolean
  readonly handle: ChatHandle
}

/** The way to go on with a session: only what can work is offered, and what is in the way is said. */
export function ChatStart({ session, isListed, handle }: ChatStartProps): ReactElement | null {
  const texts = useTexts().chat
  const { isOpening, isJoining, state } = handle
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
  // Asked again at every refusal: what was refused may have another reason now.
  useEffect(() => {
    if (state.trouble) void refetch()
  }, [state.trouble, refetch])
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
      {mayMove && isMoving && <ElsewhereForm handle={handle} onCancel={() => setIsMoving(false)} />}
    </div>
  )
}

const UNKNOWN: ChatOffer = { cwd: null, problem: null, mayBeHeld: false }

function describeProblem({ problem, cwd }: ChatOffer, { inTheWay }: ChatTexts): string | undefined {
  const words = problem === null ? undefined : inTheWay[problem]
  return typeof words === 'function' ? words(oneLine(stripControl(cwd ?? ''), 300)) : words
}

type ElsewhereFormProps = { readonly handle: ChatHandle; readonly onCancel: () => void }

/** In which folder a copy of a session shall go on. */
function ElsewhereForm({ handle, onCancel }: ElsewhereFormProps): ReactElement {
  const { isOpening, openCopy, clearTrouble } = handle
  const texts = useTexts().chat
  const { data: choices } = useAnswer('chat/choices', {})
  const [folder, setFolder] = useState<string>()
  const value = folder ?? choices?.folders[0] ?? ''
  return (
    <SideForm className="elsewhere-form" onSubmit={() => openCopy(value.trim())} onCancel={onCancel}>
      <div className="chat-new-line">
        <FolderField
          choices={choices}
          value={value}
          onValue={next => {
            setFolder(next)
            // The folder is another one than that which may have been refused.
            clearTrouble()
          }}
        />
      </div>
      <div className="chat-start">
        <button type="submit" className="button is-main" disabled={isOpening || value.trim() === ''}>
          {isOpening ? texts.opening : texts.continueThere}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {texts.context.cancel}
        </button>
        <span className="quiet">{texts.elsewhereHint}</span>
      </div>
    </SideForm>
  )
}
