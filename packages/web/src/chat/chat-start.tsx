import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ChatOffer } from '@antiphon/server/protocol'
import { Copy, Play, TriangleAlert } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { SideForm } from '../keyboard/side-form.tsx'
import type { ChatTexts } from '../language/chat-texts.ts'
import { useTexts } from '../page/page-context.ts'
import { useAnswer } from '../page/use-answer.ts'
import { AgentMenu } from './agent-menus.tsx'
import css from './chat.module.css'
import { FolderField } from './folder-field.tsx'
import { TakeOver } from './take-over.tsx'
import { useAgents } from './use-agents.ts'
import type { ChatHandle } from './use-chat.ts'
import type { OfferHandle } from './use-chat-offer.ts'

type ChatStartProps = {
  readonly offer: OfferHandle
  readonly handle: ChatHandle
  /** Whether somebody wants to go on with it in another folder, since its own is gone. */
  readonly isMoving: boolean
  readonly onStay: () => void
}

/** The way to go on with a session: only what can work is offered, and what is in the way is said before. */
export function ChatStart(props: ChatStartProps): ReactElement | null {
  const { handle, isMoving, onStay } = props
  const { chat: texts, team } = useTexts()
  const { isOpening, isJoining, line, state } = handle
  const { offer, refetch } = props.offer
  // Asked again at every refusal, which may have another reason now, and when the agent here has ended, who wrote until then.
  useEffect(() => {
    if (state.trouble || line === 'ended') refetch()
  }, [state.trouble, line, refetch])
  const problem = offer?.problem ?? null
  const mayContinue = offer != null && (problem === null || problem === 'held')
  const mayMove = problem === 'folder-gone' || problem === 'folder-unknown'
  const { agents, agent, choose } = useAgents(mayContinue || mayMove)
  // That the folder is gone says the menu of the session, which also leads to another one.
  if (offer === null || (mayMove && !isMoving)) return null
  // What comes takes as much room, so that nothing moves.
  if (offer === undefined || isJoining) return <div className={css.start} />
  const reason = offer.holder
    ? team.heldBy(
        oneLine(stripControl(offer.holder.person), 80),
        oneLine(stripControl(offer.holder.host), 80),
      )
    : describeProblem(offer, texts)
  const isDoubtful = problem === 'held' || offer.mayBeHeld
  const copy = (
    <Button
      icon={Copy}
      look={isDoubtful ? 'primary' : 'plain'}
      disabled={isOpening}
      onClick={() => handle.openCopy({ agent: agent?.id })}
    >
      {texts.continueCopy}
    </Button>
  )
  return (
    <div className={css.start}>
      {offer.mayBeHeld && (
        <p className={css.warning}>
          <Icon of={TriangleAlert} size={14} />
          {texts.mayBeHeld}
        </p>
      )}
      {isDoubtful && copy}
      {mayContinue && offer.holder && (
        <TakeOver
          holder={offer.holder}
          isOpening={isOpening}
          onTake={() => handle.open({ agent: agent?.id, takeOver: true })}
        />
      )}
      {mayContinue && !offer.holder && (
        <Button
          icon={Play}
          look={isDoubtful ? 'plain' : 'primary'}
          disabled={isOpening}
          onClick={() => handle.open({ agent: agent?.id })}
        >
          {isOpening ? texts.opening : texts.continueSession}
        </Button>
      )}
      {mayContinue && !isDoubtful && copy}
      {mayContinue && agent && agents.length > 1 && (
        <AgentMenu agents={agents} value={agent.id} onChange={choose} />
      )}
      <p className={css.reason}>{reason ?? texts.continueHint}</p>
      {mayMove && <ElsewhereForm handle={handle} onCancel={onStay} />}
    </div>
  )
}

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
  const { agent } = useAgents()
  const [folder, setFolder] = useState<string>()
  const value = folder ?? choices?.folders[0] ?? ''
  return (
    <SideForm
      className={css.elsewhere}
      onSubmit={() => openCopy({ cwd: value.trim(), agent: agent?.id })}
      onCancel={onCancel}
    >
      <FolderField
        choices={choices}
        value={value}
        onValue={next => {
          setFolder(next)
          // The folder is another one than that which may have been refused.
          clearTrouble()
        }}
      />
      <div className={css.start}>
        <Button type="submit" look="primary" disabled={isOpening || value.trim() === ''}>
          {isOpening ? texts.opening : texts.continueThere}
        </Button>
        <Button onClick={onCancel}>{texts.context.cancel}</Button>
        <p className={css.reason}>{texts.elsewhereHint}</p>
      </div>
    </SideForm>
  )
}
