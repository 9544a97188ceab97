import type { ChatWish } from '@antiphon/server/protocol'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { readFailure, readRefusal } from '../client/failure.ts'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { useAnswer } from '../page/use-answer.ts'
import type { SentPrompt } from './chat-state.ts'
import { ChoiceSelects, FolderField } from './choice-fields.tsx'
import { Composer } from './composer.tsx'
import type { Draft } from './use-draft.ts'
import { useNewChat } from './use-new-chat.ts'

/** A new session: where, with what, and the first words. */
export function ChatView(): ReactElement {
  const page = useTexts()
  const texts = page.chat
  const { data: choices, error, isFetching, refetch } = useAnswer('chat/choices', {})
  const [folder, setFolder] = useState<string>()
  const [model, setModel] = useState('')
  const [mode, setMode] = useState('')
  const [returned, setReturned] = useState<SentPrompt | null>(null)
  const cwd = (folder ?? choices?.folders[0] ?? '').trim()
  const wish: ChatWish = {
    ...(cwd !== '' && { cwd }),
    ...(model !== '' && { model }),
    ...(mode !== '' && { permissionMode: mode }),
  }
  const { find, begin } = useNewChat(wish)
  const isReady = folder !== undefined || choices !== undefined
  const starting = useMutation({
    mutationFn: ({ text, contexts }: Draft) => begin(text, contexts),
    onSuccess: ({ session }) => goTo({ kind: 'session', id: session }),
    onError: (_, draft) => setReturned({ uuid: '', ...draft }),
  })
  const { isPending: isStarting, error: trouble } = starting

  return (
    <main className="session-pane chat-new" id="session" aria-label={texts.title} tabIndex={-1}>
      <div className="chat-new-box">
        <h1>{texts.newTitle}</h1>
        <p className="quiet">{texts.newHint}</p>
        {error && !isFetching && (
          <p className="chat-trouble is-bad" role="alert">
            <span>{page.failures[readFailure(error)]}</span>
            <button type="button" className="button" onClick={() => void refetch()}>
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
              // It was about the folder of before; what is starting goes on.
              if (starting.isError) starting.reset()
            }}
          />
        </div>
        <section className="chat-panel" aria-label={texts.composer}>
          {trouble && (
            <p className="chat-trouble is-bad" role="alert">
              {readRefusal(trouble) || texts.notReached}
            </p>
          )}
          <Composer
            name="new"
            isRunning={false}
            isSending={isStarting || !isReady}
            takesFocus
            submitLabel={isStarting ? texts.starting : texts.start}
            onSend={(text, contexts) => starting.mutate({ text, contexts })}
            history={() => []}
            agent={{ key: isReady ? cwd : undefined, find: async () => (await find()).chat }}
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
