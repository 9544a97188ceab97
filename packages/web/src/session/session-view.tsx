import type { RunningAgent, SessionRow } from '@antiphon/server/protocol'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'
import { DiffHost } from '../changes/diff-dialog.tsx'
import { ChatPanel } from '../chat/chat-panel.tsx'
import { useLogBegin } from '../chat/use-log-begin.ts'
import { useSessionChat } from '../chat/use-session-chat.ts'
import { WaitingCallsValue } from '../chat/waiting-calls.ts'
import { useCommands } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { SidePanel } from '../side-panel/side-panel.tsx'
import { type RawEntry, type ReaderContext, SessionContextValue } from '../story/session-context.ts'
import type { Target } from '../story/target.ts'
import { ItemView } from './item-view.tsx'
import { RawDialog } from './raw-dialog.tsx'
import { keepMemory } from './reader-memory.ts'
import { SessionHead } from './session-head.tsx'
import { SessionNotes } from './session-notes.tsx'
import { NO_SESSION, reachesEnd } from './session-state.ts'
import css from './story.module.css'
import { StoryList, type StoryListHandle } from './story-list.tsx'
import { createStoryTeller } from './story-teller.ts'
import { Timeline } from './timeline.tsx'
import { useBranches } from './use-branches.ts'
import { useFind } from './use-find.ts'
import { useHighlights } from './use-highlights.ts'
import { useOutline } from './use-outline.ts'
import { useSession } from './use-session.ts'
import { useStoryPlace } from './use-story-place.ts'
import { useTurns } from './use-turns.ts'

export type SessionViewProps = {
  readonly id: string
  readonly row: SessionRow | undefined
  /** The agent that runs for it. */
  readonly agent: RunningAgent | undefined
  readonly target: Target & { readonly words?: string }
}

/** A session: what was said, found and followed. */
export function SessionView({ id, row, agent, target }: SessionViewProps): ReactElement {
  const texts = useTexts()
  const session = useSession(id, target)
  const { state } = session
  const shownRow = useLastRow(row)
  const paneRef = useRef<HTMLElement>(null)
  const listRef = useRef<StoryListHandle>(null)
  const findRef = useRef<HTMLInputElement>(null)
  const [raw, setRaw] = useState<RawEntry>()
  const [includeMeta, setIncludeMeta] = useState(false)
  const outline = useOutline(id, state.end)
  const turns = useTurns(id, state.end)
  const [isPanelOpen, setIsPanelOpen] = usePanelChoice()
  const branches = useBranches({ session: id, state, outline, onJump: session.jump })
  const [tell] = useState(createStoryTeller)
  const story = useMemo(
    () => tell(state.entries, { leafUuid: branches.leafUuid, includeMeta }),
    [tell, state.entries, branches.leafUuid, includeMeta],
  )
  const place = useStoryPlace({ story, session, listRef })
  const find = useFind({
    session: id,
    words: target.words ?? '',
    seq: target.seq,
    place: () => session.reader.get().first,
    onShow: place.show,
  })
  useHighlights({ scope: paneRef, query: find.query, currentKey: place.markedKey })
  const [folds] = useState(() => new Map<string, boolean>())
  const context = useMemo<ReaderContext>(
    () => ({
      session: id,
      agentIds: state.agentIds,
      places: story.places,
      loadWhole: session.loadWhole,
      showRaw: setRaw,
      folds,
      drawNested: storyItem => <ItemView storyItem={storyItem} isNested />,
    }),
    [id, state.agentIds, story.places, session.loadWhole, folds],
  )
  const talk = useSessionChat({
    session: id,
    running: agent,
    entries: state.entries,
    isAtEnd: reachesEnd(state),
    folds,
  })
  const isBeginning = state.failure === 'missing' && talk.chat.line === 'open'
  useLogBegin(isBeginning, () => session.jump({}))
  const items = useMemo(() => [...story.items, ...talk.tail], [story.items, talk.tail])
  const isEmpty = items.length === 0
  const { loadOlder, loadNewer } = session
  // A page may hold nothing that a person sees; what they came for stands before or behind it.
  useEffect(() => {
    if (state.phase !== 'ready' || !isEmpty) return
    if (state.from > 0) loadOlder()
    else loadNewer()
  }, [state.phase, state.from, isEmpty, loadOlder, loadNewer])
  useCommands(paneRef, {
    next: () => listRef.current?.move(1),
    previous: () => listRef.current?.move(-1),
    first: () => (state.from > 0 ? session.jump({ seq: 0 }) : listRef.current?.toStart()),
    last: () => (state.to < state.end ? session.jump({}) : listRef.current?.toEnd()),
    find: () => findRef.current?.focus(),
    panel: () => setIsPanelOpen(!isPanelOpen),
    close() {
      if (find.query !== '') find.clear()
      else if (!talk.interruptByKey()) goTo({ kind: 'sessions' })
    },
  })

  return (
    <main className="session-pane" id="session" ref={paneRef} aria-label={texts.session} tabIndex={-1}>
      <SessionHead
        id={id}
        row={shownRow}
        reader={session.reader}
        find={find}
        findRef={findRef}
        outline={outline}
        branches={branches}
        includeMeta={includeMeta}
        onMeta={setIncludeMeta}
      />
      <SessionNotes state={isBeginning ? NO_SESSION : state} isEmpty={isEmpty} onRetry={session.retry} />
      {branches.shown > 0 && <p className="note">{texts.inSession.leftBehind}</p>}
      <SessionContextValue value={context}>
        <WaitingCallsValue value={talk.waitingCalls}>
          <div className={css.row}>
            {state.phase === 'ready' && !isEmpty && (
              <StoryList
                key={`${id} ${session.target.uuid ?? ''} ${session.target.seq ?? ''}`}
                handleRef={listRef}
                items={items}
                startKey={place.startKey}
                startTop={session.target.rest?.key === place.startKey ? session.target.rest?.top : undefined}
                markedKey={place.markedKey}
                reachesEnd={reachesEnd(state)}
                reader={session.reader}
                onToEnd={() => session.jump({})}
                onNearStart={loadOlder}
                onNearEnd={loadNewer}
                onRest={rest => keepMemory(id, { rest })}
              />
            )}
            {turns && turns.turns.length > 0 && !isEmpty && (
              <Timeline turns={turns} reader={session.reader} onJump={place.go} />
            )}
            {isPanelOpen && (
              <SidePanel
                session={id}
                cwd={shownRow?.cwd ?? null}
                turns={turns}
                reader={session.reader}
                goTo={place.go}
                onClose={() => setIsPanelOpen(false)}
              />
            )}
          </div>
        </WaitingCallsValue>
        <ChatPanel
          session={id}
          isListed={row !== undefined}
          sessionChat={talk}
          entries={state.entries}
          onSent={() => (state.to < state.end ? session.jump({}) : listRef.current?.toEnd())}
        />
      </SessionContextValue>
      <DiffHost session={id} end={turns?.end ?? state.end} goTo={place.go} />
      {raw && <RawDialog session={id} shown={raw} onClose={() => setRaw(undefined)} />}
    </main>
  )
}

/** Whether the panel is open; remembered for the next session. */
function usePanelChoice(): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(() => (readChoice('side-panel') ?? usualPanel()) === 'open')
  return [
    isOpen,
    next => {
      keepChoice('side-panel', next ? 'open' : 'closed')
      setIsOpen(next)
    },
  ]
}

/** Open where there is room for it. */
function usualPanel(): 'open' | 'closed' {
  return matchMedia('(min-width: 1181px)').matches ? 'open' : 'closed'
}

/** A session whose file is gone keeps its name. */
function useLastRow(row: SessionRow | undefined): SessionRow | undefined {
  const [last, setLast] = useState(row)
  useEffect(() => {
    if (row) setLast(row)
  }, [row])
  return row ?? (last && { ...last, isLive: false })
}
