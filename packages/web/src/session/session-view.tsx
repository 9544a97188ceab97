import type { RunningAgent, SessionRow } from '@antiphon/server/protocol'
import { type ReactElement, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { DiffHost } from '../changes/diff-dialog.tsx'
import { ChatPanel } from '../chat/chat-panel.tsx'
import { RewindHost, useRewindOffer } from '../chat/rewind-host.tsx'
import { useLogBegin } from '../chat/use-log-begin.ts'
import { useSessionChat } from '../chat/use-session-chat.ts'
import { leaveToCards, WaitingCallsValue } from '../chat/waiting-calls.ts'
import { useCommands } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { goTo } from '../page/route.ts'
import { SidePanel } from '../side-panel/side-panel.tsx'
import { createFolds } from '../story/folds.ts'
import { type RawEntry, type ReaderContext, SessionContextValue } from '../story/session-context.ts'
import { type StoryRow, turnKeyOf } from '../story/story-row.ts'
import type { Target } from '../story/target.ts'
import { computeRows } from './compute-rows.ts'
import { FindBar } from './find-bar.tsx'
import { RawDialog } from './raw-dialog.tsx'
import { keepMemory } from './reader-memory.ts'
import { NestedRows } from './row-view.tsx'
import { SessionActions } from './session-actions.tsx'
import { SessionHead } from './session-head.tsx'
import { SessionNotes } from './session-notes.tsx'
import { NO_SESSION, reachesEnd, type SessionState } from './session-state.ts'
import { startOf } from './start-of.ts'
import css from './story.module.css'
import { StoryList, type StoryListHandle } from './story-list.tsx'
import { createStoryTeller } from './story-teller.ts'
import { Timeline } from './timeline.tsx'
import { useBranches } from './use-branches.ts'
import { useFilled } from './use-filled.ts'
import { useHasGrown } from './use-has-grown.ts'
import { useLastRow } from './use-last-row.ts'
import { useMoreTurns } from './use-more-turns.ts'
import { usePanelChoice } from './use-panel-choice.ts'
import { useSession } from './use-session.ts'
import { useStoryFind } from './use-story-find.ts'
import { useStoryKeys } from './use-story-keys.ts'
import { useStoryPlace } from './use-story-place.ts'
import { useStoryTurns } from './use-story-turns.ts'
import { useSurroundings } from './use-surroundings.ts'

export type SessionViewProps = {
  readonly id: string
  readonly row: SessionRow | undefined
  /** The agent that runs for it. */
  readonly agent: RunningAgent | undefined
  readonly target: Target & { readonly words?: string }
}

/** A session: what was said and done, turn by turn, found and followed. */
export function SessionView({ id, row, agent, target }: SessionViewProps): ReactElement {
  const texts = useTexts()
  const session = useSession(id, target)
  const { state } = session
  const shownRow = useLastRow(row)
  const paneRef = useRef<HTMLElement>(null)
  const listRef = useRef<StoryListHandle>(null)
  const [raw, setRaw] = useState<RawEntry>()
  const [includeMeta, setIncludeMeta] = useState(false)
  const { openToolCalls } = useSettings().settings
  const [isMoving, setIsMoving] = useState(false)
  const isListed = row !== undefined
  const { outline, turnOutline, offer } = useSurroundings({ session: id, state, isListed })
  const more = useMoreTurns(id, turnOutline)
  const [isPanelOpen, setIsPanelOpen] = usePanelChoice()
  const branches = useBranches({ session: id, state, outline, onJump: session.jump })
  const [tell] = useState(createStoryTeller)
  const story = useMemo(
    () => tell(state.entries, { leafUuid: branches.leafUuid, includeMeta }),
    [tell, state.entries, branches.leafUuid, includeMeta],
  )
  const [folds] = useState(() => createFolds(`folds.${id}`))
  const talk = useSessionChat({
    session: id,
    running: agent,
    entries: state.entries,
    isAtEnd: reachesEnd(state),
    folds,
  })
  const rewind = useRewindOffer({ session: id, offer: offer.offer, handle: talk.chat })
  const items = useMemo(
    () => leaveToCards([...story.items, ...talk.tail], talk.waitingCalls),
    [story.items, talk.tail, talk.waitingCalls],
  )
  const turns = useStoryTurns(items)
  const place = useStoryPlace({ turns, places: story.places, session, folds, listRef })
  const version = useSyncExternalStore(folds.subscribe, folds.version)
  // Of our own agent it is known whether it works; of another's only that its log is held or was written lately.
  const isLive = agent ? agent.state !== 'idle' : row?.isLive === true
  const isRunning = talk.chat.state.phase === 'running' || (isLive && reachesEnd(state))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open is told by the version
  const rows = useMemo(
    () =>
      computeRows({
        turns,
        outline: more.outline,
        folds,
        ...spanOf(state),
        includeMeta,
        openCalls: openToolCalls,
        isRunning,
      }),
    [turns, more.outline, folds, version, state, includeMeta, openToolCalls, isRunning],
  )
  const { find, isFindOpen, openFind, closeFind, currentKey, findRef } = useStoryFind({
    session,
    id,
    target,
    scope: paneRef,
    listRef,
    turns,
    places: story.places,
    place,
    folds,
  })
  const hasGrown = useHasGrown(state)
  const context = useMemo<ReaderContext>(
    () => ({
      session: id,
      agentIds: state.agentIds,
      places: story.places,
      loadWhole: session.loadWhole,
      showRaw: setRaw,
      cwd: shownRow?.cwd ?? undefined,
      includeMeta,
      folds,
      drawNested: nested => <NestedRows items={nested} />,
    }),
    [id, state.agentIds, story.places, session.loadWhole, shownRow?.cwd, includeMeta, folds],
  )
  const isBeginning = state.failure === 'missing' && talk.chat.line === 'open'
  useLogBegin(isBeginning, () => session.jump({}))
  const isEmpty = rows.list.length === 0
  const { loadOlder, loadNewer, jump } = session
  useFilled({ state, isEmpty, loadOlder, loadNewer })
  const openTurn = useCallback(
    (row: StoryRow) => {
      if (row.seq === undefined) return
      folds.set(turnKeyOf(row.seq), true)
      if (row.kind !== 'shut' || !row.turn.isLoaded) jump({ seq: row.seq })
    },
    [folds, jump],
  )
  const isFirstTold = more.loadEarlier === undefined
  // Behind a gap that is far the list goes on elsewhere.
  const laterTurns = rows.list.at(-1)?.kind === 'gap' ? undefined : more.loadLater
  useStoryKeys({
    scope: paneRef,
    listRef,
    turns,
    folds,
    openCalls: openToolCalls,
    onFind: openFind,
    onOpenTurn: openTurn,
    onRewind: ({ heading }) => rewind.showTurn(heading),
  })
  useCommands(paneRef, {
    next: () => listRef.current?.move(1),
    previous: () => listRef.current?.move(-1),
    // Of very many turns only those around the reader stand in the list.
    first: () => (rows.goesOnBefore || !isFirstTold ? jump({ seq: 0 }) : listRef.current?.toStart()),
    last: () => (state.to < state.end ? jump({}) : listRef.current?.toEnd()),
    find: openFind,
    panel: () => setIsPanelOpen(!isPanelOpen),
    close() {
      if (isFindOpen) closeFind()
      else if (!talk.interruptByKey()) goTo({ kind: 'sessions' })
    },
  })

  return (
    <main
      className={`session-pane ${css.pane}`}
      id="session"
      ref={paneRef}
      aria-label={texts.session}
      tabIndex={-1}
    >
      <SessionHead
        id={id}
        row={shownRow}
        agent={agent}
        entries={state.entries}
        turns={turnOutline}
        outline={outline}
        branches={branches}
        offer={offer.offer}
        isFindOpen={isFindOpen}
        onFind={() => (isFindOpen ? closeFind() : openFind())}
        isPanelOpen={isPanelOpen}
        onPanel={() => setIsPanelOpen(!isPanelOpen)}
        includeMeta={includeMeta}
        onMeta={setIncludeMeta}
        onMove={() => setIsMoving(true)}
      />
      <SessionActions id={id} row={row} onFind={openFind} onPanel={() => setIsPanelOpen(!isPanelOpen)} />
      <SessionNotes state={isBeginning ? NO_SESSION : state} isEmpty={isEmpty} onRetry={session.retry} />
      {branches.shown > 0 && <p className="note">{texts.inSession.leftBehind}</p>}
      <SessionContextValue value={context}>
        <WaitingCallsValue value={talk.waitingCalls}>
          <RewindHost offer={rewind}>
            <div className={css.row}>
              <div className={css.column}>
                <div className={css.reader}>
                  {isFindOpen && (
                    <FindBar
                      fieldRef={findRef}
                      find={find}
                      turns={turnOutline}
                      takesFocus={target.words === undefined}
                      onClose={closeFind}
                    />
                  )}
                  {state.phase === 'ready' && !isEmpty && (
                    <StoryList
                      key={`${id} ${session.target.uuid ?? ''} ${session.target.seq ?? ''}`}
                      handleRef={listRef}
                      rows={rows.list}
                      start={startOf(session.target, state.entries)}
                      markedKey={currentKey}
                      reachesEnd={reachesEnd(state)}
                      isGrowing={hasGrown || isRunning || row?.isLive === true}
                      reader={session.reader}
                      way={state.way}
                      onToEnd={() => jump({})}
                      onNearStart={rows.goesOnBefore ? loadOlder : (more.loadEarlier ?? stay)}
                      onNearEnd={rows.goesOnBehind ? loadNewer : (laterTurns ?? stay)}
                      onOpenTurn={openTurn}
                      onRest={rest => keepMemory(id, { rest })}
                    />
                  )}
                </div>
                <ChatPanel
                  session={id}
                  offer={offer}
                  sessionChat={talk}
                  entries={state.entries}
                  isMoving={isMoving}
                  onStay={() => setIsMoving(false)}
                  onRewind={() => rewind.showLast(turns.map(({ heading }) => heading))}
                  onSent={() => (state.to < state.end ? jump({}) : listRef.current?.toEnd())}
                />
              </div>
              {/* It stays while a jump loads: whoever walks along it keeps the focus. */}
              {turnOutline && turnOutline.turns.length > 0 ? (
                <Timeline turns={turnOutline} reader={session.reader} onJump={place.go} />
              ) : (
                state.phase !== 'failed' && <div className={css.rail} />
              )}
              {isPanelOpen && state.phase !== 'failed' && (
                <SidePanel
                  session={id}
                  turns={turnOutline}
                  reader={session.reader}
                  goTo={place.go}
                  onClose={() => setIsPanelOpen(false)}
                />
              )}
            </div>
          </RewindHost>
        </WaitingCallsValue>
      </SessionContextValue>
      <DiffHost session={id} end={turnOutline?.end ?? state.end} goTo={place.go} />
      {raw && <RawDialog session={id} shown={raw} onClose={() => setRaw(undefined)} />}
    </main>
  )
}

const stay = (): void => undefined
function spanOf({ from, to, end }: SessionState): Pick<SessionState, 'from' | 'to' | 'end'> {
  return { from, to, end }
}
