import type { AttachedContext, ChatWish } from '@antiphon/server/protocol'
import { type ReactElement, useCallback, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/use-route.ts'
import type { SentPrompt } from './chat-state.ts'
import { ChoiceSelects } from './choice-selects.tsx'
import { Composer } from './composer.tsx'
import { describeRefusal } from './describe-refusal.ts'
import { FolderField } from './folder-field.tsx'
import { useChoices } from './use-choices.ts'
import { useNewChat } from './use-new-chat.ts'

/** A new session: where, with what, and the first words. */
export function ChatView(): ReactElement {
  const page = useTexts()
  const texts = page.chat
  const { choices, failure, retry } = useChoices(true)
  const [folder, setFolder] = useState<string>()
  const [model, setModel] = useState('')
  const [mode, setMode] = useState('')
  const [isStarting, setIsStarting] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [returned, setReturned] = useState<SentPrompt | null>(null)
  const cwd = (folder ?? choices?.folders[0] ?? '').trim()
  const wish: ChatWish = {
    ...(cwd !== '' && { cwd }),
    ...(model !== '' && { model }),
    ...(mode !== '' && { permissionMode: mode }),
  }
  const { find, begin } = useNewChat(wish)
  const isReady = folder !== undefined || choices !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another folder something else is found
  const findChat = useCallback(
    // Before it is known where, nothing can be found.
    () =>
      isReady
        ? find().then(
            ({ chat }) => chat,
            () => null,
          )
        : new Promise<null>(() => undefined),
    [find, isReady, cwd],
  )

  async function start(text: string, contexts: readonly AttachedContext[]): Promise<void> {
    setIsStarting(true)
    setTrouble(undefined)
    try {
      const { session } = await begin(text, contexts)
      goTo({ kind: 'session', id: session })
    } catch (error) {
      setTrouble(describeRefusal(error) || texts.notReached)
      setReturned({ uuid: '', text, contexts })
    }
    setIsStarting(false)
  }

  return (
    <main className="session-pane chat-new" id="session" aria-label={texts.title} tabIndex={-1}>
      <div className="chat-new-box">
        <h1>{texts.newTitle}</h1>
        <p className="quiet">{texts.newHint}</p>
        {failure && (
          <p className="chat-trouble chat-bad" role="alert">
            <span>{page.failures[failure]}</span>
            <button type="button" className="button" onClick={retry}>
              {page.tryAgain}
            </button>
          </p>
        )}
        {choices?.isDemo && <p className="demo-hint">{texts.demoHint}</p>}
        <div className="chat-new-line">
          <FolderField
            choices={choices}
            value={folder ?? choices?.folders[0] ?? ''}
            onValue={value => {
              setFolder(value)
              // It was about the folder of before.
              setTrouble(undefined)
            }}
          />
        </div>
        <section className="chat-panel" aria-label={texts.composer}>
          {trouble !== undefined && (
            <p className="chat-trouble chat-bad" role="alert">
              {trouble}
            </p>
          )}
          <Composer
            name="new"
            isRunning={false}
            isSending={isStarting || !isReady}
            takesFocus
            submitLabel={isStarting ? texts.starting : texts.start}
            onSend={(text, contexts) => void start(text, contexts)}
            history={() => []}
            findChat={findChat}
            returned={returned}
            onReturned={() => setReturned(null)}
          >
            <div className="composer-foot">
              <ChoiceSelects
                choices={choices}
                isDemo={choices?.isDemo === true}
                model={model}
                offersDefault
                permissionMode={mode || (choices?.permissionModes[0] ?? '')}
                onModel={setModel}
                onMode={setMode}
              />
            </div>
          </Composer>
        </section>
      </div>
    </main>
  )
}
