import { dropStored, listUntaken } from '@antiphon/core/chat'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { OpenChat, PlacedEntry } from '@antiphon/server/protocol'
import { type ReactElement, type ReactNode, useCallback, useRef } from 'react'
import { usePageDoings } from '../commands/use-page-doings.ts'
import { useTexts } from '../page/page-context.ts'
import { useTitleMark } from '../page/page-title.ts'
import { useAnswer } from '../page/use-answer.ts'
import { useMay } from '../page/you.ts'
import { DecidedList } from '../people/decided-list.tsx'
import { PeopleBar } from '../people/people-bar.tsx'
import { findNextMode, ModelMenu, ModeMenu, nameAgent } from './agent-menus.tsx'
import css from './chat.module.css'
import { ChatStart } from './chat-start.tsx'
import { ChatStatus } from './chat-status.tsx'
import { Composer } from './composer.tsx'
import { ContextMeter } from './context-meter.tsx'
import { KeyHints } from './key-hints.tsx'
import { readPromptHistory } from './prompt-history.ts'
import { QuestionCards } from './question-cards.tsx'
import { SentList } from './sent-list.tsx'
import type { OfferHandle } from './use-chat-offer.ts'
import type { SessionChat } from './use-session-chat.ts'

export type ChatPanelProps = {
  readonly session: string
  readonly offer: OfferHandle
  readonly sessionChat: SessionChat
  readonly entries: readonly PlacedEntry[]
  /** Whether somebody wants to go on in another folder, and how to leave that. */
  readonly isMoving: boolean
  readonly onStay: () => void
  /** Asks whether to go back to the last prompt; false where that cannot be. */
  readonly onRewind: () => boolean
  /** Something was said: the reader wants to see what comes of it. */
  readonly onSent: () => void
}

/** Below a session: the way to go on with it, and the talk once somebody does. */
export function ChatPanel(props: ChatPanelProps): ReactElement {
  const { session, offer, sessionChat, entries, onSent } = props
  const texts = useTexts().chat
  const { chat: handle, interrupt } = sessionChat
  const { state, chat, line } = handle
  const panelRef = useRef<HTMLElement>(null)
  const mayTalk = useMay('chat/prompt')
  const isHeard = chat !== undefined && line !== 'ended' && state.trouble?.kind !== 'agent-ended'
  const isOpen = isHeard && mayTalk
  const { data: choices } = useAnswer('chat/choices', {}, { enabled: isOpen })
  const chatId = chat?.chat
  const toField = useCallback(() => panelRef.current?.querySelector('textarea')?.focus(), [])
  const sent = dropStored(listUntaken(state), entries)
  const isRunning = state.phase === 'running'
  const modes = choices?.permissionModes ?? []
  const mode = state.permissionMode ?? chat?.permissionMode ?? ''
  const setMode = (next: string): void => handle.wish({ subtype: 'set_permission_mode', mode: next })
  const agentId = chat?.agent
  const doings = usePageDoings({
    session,
    onFork: () => handle.openCopy({ ...(agentId && { agent: agentId }) }),
    onRewind: props.onRewind,
    modes,
    onMode: setMode,
  })
  useTitleMark(isOpen && state.questions.length + state.elicitations.length > 0)

  function editQueued(): boolean {
    const last = sent.findLast(({ author }) => author === undefined || author.id === handle.author.id)
    if (!last || !isRunning) return false
    handle.takeBack(last.uuid)
    return true
  }
  return (
    <section className={css.dock} ref={panelRef} aria-label={texts.title}>
      <ChatStatus state={state} line={line} onDismiss={handle.clearTrouble} />
      {isOpen ? (
        <>
          <Problems chat={chat} />
          <QuestionCards
            questions={state.questions}
            elicitations={state.elicitations}
            onAnswer={handle.answer}
            cwd={chat.cwd}
            takesFocus={!handle.isLookedOn}
            onDecide={handle.decide}
            onDone={toField}
          />
          <DecidedList decided={state.decided} ownId={handle.author.id} />
          <SentList
            sent={sent}
            isRunning={isRunning}
            isHolding={state.isHolding}
            onRelease={() => {
              handle.release()
              onSent()
            }}
            onEdit={uuid => handle.takeBack(uuid)}
            onRemove={uuid => handle.takeBack(uuid, true)}
            onNow={interrupt}
          />
          <Composer
            name={session}
            isRunning={isRunning}
            takesFocus={handle.wantsWords}
            onSend={async (draft, how) => {
              onSent()
              await handle.send(draft)
              if (how === 'now') interrupt()
            }}
            onStop={interrupt}
            onNextMode={() => setMode(findNextMode(mode, modes))}
            onEditQueued={editQueued}
            onTyping={handle.noteTyping}
            history={() => readPromptHistory(entries)}
            agent={{ key: chatId, find: async () => chatId ?? null }}
            doings={doings}
            keepsNotes={agentId !== 'claude'}
            returned={state.returned}
            onReturned={handle.takeReturned}
            end={<ContextMeter spending={state.spending} isDemo={chat.isDemo} />}
          >
            <ModeMenu modes={modes} value={mode} onChange={setMode} />
            {!chat.isDemo && (
              <ModelMenu
                models={chat.models}
                value={state.model ?? chat.model}
                onChange={model => handle.wish({ subtype: 'set_model', model })}
              />
            )}
            <span className={css.wide}>
              <span className={css.meter} title={chat.isDemo ? texts.demoHint : undefined}>
                {chat.isDemo ? texts.demo : nameAgent(chat.agent, texts)}
              </span>
            </span>
            <PeopleBar
              people={state.people}
              author={handle.author}
              {...(chat.agent !== 'claude' && { onEdit: handle.tellEdit })}
            />
          </Composer>
          <KeyHints isRunning={isRunning} />
        </>
      ) : isHeard ? (
        <LookOn waiting={state.questions.length + state.elicitations.length}>
          <DecidedList decided={state.decided} ownId={handle.author.id} />
          <PeopleBar people={state.people} author={handle.author} />
        </LookOn>
      ) : (
        <ChatStart {...{ offer, handle }} isMoving={props.isMoving} onStay={props.onStay} />
      )}
    </section>
  )
}

/** For whoever may only read: that an agent works, and whether it waits for somebody else. */
function LookOn({
  waiting,
  children,
}: {
  readonly waiting: number
  readonly children: ReactNode
}): ReactElement {
  const texts = useTexts().chat
  return (
    <div className={css.start}>
      <p role="status">{waiting > 0 ? texts.looksOnWaiting : texts.looksOn}</p>
      {children}
    </div>
  )
}

/** What a person should mend: settings that could not be read, and such. */
function Problems({ chat }: { readonly chat: OpenChat }): ReactElement | null {
  // That the demo answers is said below, with what to do about it.
  const problems = chat.problems.filter(problem => !chat.isDemo || !problem.includes('demo model'))
  if (problems.length === 0) return null
  return (
    <ul className={css.problems}>
      {problems.map(problem => (
        <li key={problem}>{oneLine(stripControl(problem), 300)}</li>
      ))}
    </ul>
  )
}
