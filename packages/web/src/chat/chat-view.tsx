import type { SentPrompt } from '@antiphon/core/chat'
import type { ChatWish } from '@antiphon/server/protocol'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { readFailure, readRefusal } from '../client/failure.ts'
import { usePageDoings } from '../commands/use-page-doings.ts'
import { Button } from '../controls/button.tsx'
import { Keys } from '../controls/marks.tsx'
import { PagePanel } from '../controls/page-panel.tsx'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { goTo } from '../page/route.ts'
import { useAnswer } from '../page/use-answer.ts'
import { AgentMenu, findNextMode, ModelMenu, ModeMenu } from './agent-menus.tsx'
import css from './chat.module.css'
import { findDefaultMode, findDefaultModel } from './chat-defaults.ts'
import { Composer } from './composer.tsx'
import { FolderField } from './folder-field.tsx'
import { KeyHints } from './key-hints.tsx'
import { useAgents } from './use-agents.ts'
import type { Draft } from './use-draft.ts'
import { useNewChat } from './use-new-chat.ts'

/** A new session: where, with whom, and the first words. */
export function ChatView(): ReactElement {
  const page = useTexts()
  const texts = page.chat
  const { data: choices, error, isFetching, refetch } = useAnswer('chat/choices', {})
  const { agents, agent, choose, ...listing } = useAgents()
  // Without either nothing can be sent: it says why.
  const failed = (isFetching ? null : error) ?? listing.error
  const askAgain = (): void => {
    if (error) void refetch()
    if (listing.error) listing.askAgain()
  }
  const [folder, setFolder] = useState<string>()
  const { settings } = useSettings()
  const [chosenModel, setModel] = useState<string>()
  const [chosenMode, setMode] = useState<string>()
  const modes = choices?.permissionModes ?? []
  const model = chosenModel ?? findDefaultModel(agent, settings)
  const mode = chosenMode ?? findDefaultMode(modes, settings)
  const [returned, setReturned] = useState<SentPrompt | null>(null)
  const shown = folder ?? choices?.folders[0] ?? ''
  const cwd = shown.trim()
  const wish: ChatWish = {
    ...(cwd !== '' && { cwd }),
    ...(agent && { agent: agent.id }),
    ...(model !== '' && model !== 'default' && { model }),
    ...(mode !== '' && { permissionMode: mode }),
  }
  const { find, begin } = useNewChat(wish)
  const isReady = (folder !== undefined || choices !== undefined) && agent !== undefined
  const starting = useMutation({
    mutationFn: begin,
    onSuccess: ({ session }) => goTo({ kind: 'session', id: session }),
    onError: (_, draft) => setReturned({ uuid: '', ...draft }),
  })
  const doings = usePageDoings({ modes, onMode: setMode })
  const { error: trouble } = starting
  // What is sent before it is known where to goes as soon as that is.
  const [held, setHeld] = useState<Draft | null>(null)
  const isStarting = starting.isPending || held !== null
  const settle = useEffectEvent(() => {
    if (held === null) return
    if (isReady) starting.mutate(held)
    else if (failed) setReturned({ uuid: '', ...held })
    else return
    setHeld(null)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is waited for
  useEffect(() => settle(), [held, isReady, failed])
  const shownMode = mode || (modes[0] ?? '')
  // It was about what was chosen before; what is starting goes on.
  const forget = (): void => void (starting.isError && starting.reset())
  const [before, name, behind] = texts.newHint(cwd.replace(/^.*[\\/](?=.)/, '') || '…')

  return (
    <PagePanel label={texts.title} title={texts.newTitle}>
      <div className={css.fresh}>
        <div className={css.hero}>
          <h2>{texts.newQuestion}</h2>
          <p>
            {before}
            <b title={cwd}>{name}</b>
            {behind}
            <Keys keys={['@']} />
            {texts.newHintFiles}
            <Keys keys={['/']} />
            {texts.newHintCommands}
          </p>
        </div>
        {failed && (
          <p className={`${css.trouble} ${css.bad}`} role="alert">
            <span>{page.failures[readFailure(failed)]}</span>
            <Button onClick={askAgain}>{page.tryAgain}</Button>
          </p>
        )}
        <div className={css.place}>
          <FolderField
            choices={choices}
            value={shown}
            onValue={value => {
              setFolder(value)
              forget()
            }}
          />
        </div>
        <section aria-label={texts.composer}>
          {trouble && (
            <p className={`${css.trouble} ${css.bad}`} role="alert">
              {readRefusal(trouble) || texts.notReached}
            </p>
          )}
          {agent?.id === 'demo' && <p className={css.trouble}>{texts.demoHint}</p>}
          <Composer
            name="new"
            isRunning={false}
            isSending={isStarting}
            isReady={isReady}
            takesFocus
            pickerSide="below"
            onSend={setHeld}
            onNextMode={() => setMode(findNextMode(shownMode, modes))}
            history={() => []}
            agent={{
              key: isReady ? `${agent.id} ${cwd}` : undefined,
              find: async () => (await find()).chat,
            }}
            doings={doings}
            keepsNotes={agent?.id !== 'claude'}
            returned={returned}
            onReturned={() => setReturned(null)}
            end={isStarting && <span className={css.meter}>{texts.starting}</span>}
          >
            <ModeMenu modes={modes} value={shownMode} onChange={setMode} />
            {agent && <ModelMenu models={agent.models} value={model || 'default'} onChange={setModel} />}
            {agent && (
              <AgentMenu
                agents={agents}
                value={agent.id}
                onChange={id => {
                  choose(id)
                  setModel(undefined)
                  forget()
                }}
              />
            )}
          </Composer>
          <KeyHints isRunning={false} />
        </section>
      </div>
    </PagePanel>
  )
}
