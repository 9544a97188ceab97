import type { RunningAgent, SessionRow } from '@antiphon/server/protocol'
import { type ReactElement, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { DiffHost } from '../changes/diff-dialog.tsx'
import { ChatPanel } from '../chat/chat-panel.tsx'
import { RewindHost, useRewindOffer } from '../chat/rewind-host.tsx'
import { useLogBegin } from '../chat/use-log-begin.ts'
import { useSessionChat } from '../chat/use-session-chat.ts'
import { WaitingCallsValue } from '../chat/waiting-calls.ts'
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
import { findPath } from './find-path.ts'
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
import { useFind } from './use-find.ts'
import { useHasGrown } from './use-has-grown.ts'
import { useHighlights } from './use-highlights.ts'
import { useHitScroll } from './use-hit-scroll.ts'
import { useLastRow } from './use-last-row.ts'
import { usePanelChoice } from './use-panel-choice.ts'
import { useSession } from './use-session.ts'
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
  const findRef = useRef<HTMLInputElement>(null)
  const [raw, setRaw] = useState<RawEntry>()
  const [includeMeta, setIncludeMeta] = useState(false)
  const { openToolCalls } = useSettings().settings
  const [isMoving, setIsMoving] = useState(false)
  const isListed = row !== undefined
  const { outline, turnOutline, offer } = useSurroundings({ session: id, state, isListed })
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
  const items = useMemo(() => [...story.items, ...talk.tail], [story.items, talk.tail])
  const turns = useStoryTurns(items)
  const place = useStoryPlace({ turns, places: story.places, session, folds, listRef })
  const version = useSyncExternalStore(folds.subscribe, folds.version)
  const isRunning = talk.chat.state.phase === 'running' || (row?.isLive === true && reachesEnd(state))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open is told by the version
  const rows = useMemo(
    () =>
      computeRows({
        turns,
        outline: turnOutline,
        folds,
        ...spanOf(state),
        includeMeta,
        openCalls: openToolCalls,
        isRunning,
      }),
    [turns, turnOutline, folds, version, state, includeMeta, openToolCalls, isRunning],
  )
  const find = useFind({
    session: id,
    words: target.words ?? '',
    seq: target.seq,
    place: () => session.reader.get().first,
    onShow: place.show,
  })
  const [isFindOpen, setIsFindOpen] = useState(target.words !== undefined)
  const linkedKey = useMemo(
    () => (target.seq === undefined ? undefined : findPath(turns, story.places, target.seq)?.rowKey),
    [turns, story.places, target.seq],
  )
  const currentKey = place.markedKey ?? (isFindOpen ? linkedKey : undefined)
  const query = isFindOpen ? find.query : ''
  useHighlights({ scope: paneRef, query, currentKey })
  useHitScroll({
    scope: paneRef,
    key: currentKey,
    query,
    hit: find.current,
    onMove: () => listRef.current?.leave(),
  })
  const hasGrown = useHasGrown(state)
  const openFind = (): void => {
    setIsFindOpen(true)
    findRef.current?.focus()
    findRef.current?.select()
  }
  const closeFind = (): void => {
    setIsFindOpen(false)
    find.clear()
    place.unmark()
    folds.conceal()
    paneRef.current?.querySelector<HTMLElement>('.story-scroll')?.focus({ preventScroll: true })
  }
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
  const isFirstTold = (turnOutline?.turns[0]?.number ?? 1) === 1
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
                      onNearStart={rows.goesOnBefore ? loadOlder : stay}
                      onNearEnd={rows.goesOnBehind ? loadNewer : stay}
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
              {isPanelOpen && (
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
