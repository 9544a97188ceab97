import { oneLine, stripControl } from '@antiphon/core/ui'
import type { OpenChat, PlacedEntry } from '@antiphon/server/protocol'
import { type ReactElement, useCallback, useRef } from 'react'
import { useTexts } from '../page/page-context.ts'
import { useTitleMark } from '../page/page-title.ts'
import { useAnswer } from '../page/use-answer.ts'
import { DecidedList } from '../people/decided-list.tsx'
import { PeopleBar } from '../people/people-bar.tsx'
import { ChatStart } from './chat-start.tsx'
import { ChatStatus } from './chat-status.tsx'
import { ChoiceSelects } from './choice-fields.tsx'
import { Composer } from './composer.tsx'
import { readPromptHistory } from './prompt-history.ts'
import { QuestionCards } from './question-cards.tsx'
import { SentList } from './sent-list.tsx'
import { dropStored, listUntaken } from './sent-prompts.ts'
import { formatSpending } from './turn-spending.ts'
import type { SessionChat } from './use-session-chat.ts'

export type ChatPanelProps = {
  readonly session: string
  /** Whether the session is known to be there. */
  readonly isListed: boolean
  readonly sessionChat: SessionChat
  readonly entries: readonly PlacedEntry[]
  /** Something was said: the reader wants to see what comes of it. */
  readonly onSent: () => void
}

/** Below a session: the way to go on with it, and the talk once somebody does. */
export function ChatPanel(props: ChatPanelProps): ReactElement {
  const { session, isListed, sessionChat, entries, onSent } = props
  const texts = useTexts().chat
  const { chat: handle, interrupt } = sessionChat
  const { state, chat, line } = handle
  const panelRef = useRef<HTMLElement>(null)
  const isOpen = chat !== undefined && line !== 'ended'
  const { data: choices } = useAnswer('chat/choices', {}, { enabled: isOpen })
  const chatId = chat?.chat
  const toField = useCallback(() => panelRef.current?.querySelector('textarea')?.focus(), [])
  const sent = dropStored(listUntaken(state), entries)
  const isRunning = state.phase === 'running'
  useTitleMark(isOpen && state.questions.length > 0)
  return (
    <section className="chat-panel" ref={panelRef} aria-label={texts.title}>
      <ChatStatus state={state} line={line} onDismiss={handle.clearTrouble} />
      {isOpen ? (
        <>
          <Problems chat={chat} />
          <QuestionCards
            questions={state.questions}
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
            onTakeBack={uuid => handle.wish({ subtype: 'cancel_async_message', message_uuid: uuid })}
          />
          <Composer
            name={session}
            isRunning={isRunning}
            takesFocus={handle.wantsWords}
            submitLabel={texts.send}
            onSend={(text, contexts) => {
              handle.send(text, contexts)
              onSent()
            }}
            onStop={interrupt}
            onTyping={handle.noteTyping}
            history={() => readPromptHistory(entries)}
            agent={{ key: chatId, find: async () => chatId ?? null }}
            returned={state.returned}
            onReturned={handle.takeReturned}
          >
            <div className="composer-foot">
              <ChoiceSelects
                choices={choices}
                isDemo={chat.isDemo}
                model={state.model ?? chat.model}
                permissionMode={state.permissionMode ?? chat.permissionMode}
                onModel={model => handle.wish({ subtype: 'set_model', model })}
                onMode={mode => handle.wish({ subtype: 'set_permission_mode', mode })}
              />
              {chat.isDemo && <DemoNote />}
              <PeopleBar people={state.people} author={handle.author} onEdit={handle.tellEdit} />
              <span className="chat-spending">
                {formatSpending(state.spending, {
                  texts,
                  language: document.documentElement.lang,
                  isDemo: chat.isDemo,
                })}
              </span>
            </div>
          </Composer>
        </>
      ) : (
        <ChatStart session={session} isListed={isListed} handle={handle} />
      )}
    </section>
  )
}

function Problems({ chat }: { readonly chat: OpenChat }): ReactElement | null {
  // That the demo answers is said below, with what to do about it.
  const problems = chat.problems.filter(problem => !chat.isDemo || !problem.includes('demo model'))
  if (problems.length === 0) return null
  return (
    <ul className="chat-problems">
      {problems.map(problem => (
        <li key={problem}>{oneLine(stripControl(problem), 300)}</li>
      ))}
    </ul>
  )
}

/** Says that no language model answers, and what to do about it. */
function DemoNote(): ReactElement {
  const texts = useTexts().chat
  return (
    <details className="demo-note">
      <summary>{texts.demo}</summary>
      <p>{texts.demoHint}</p>
    </details>
  )
}
