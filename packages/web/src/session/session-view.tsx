import type { UUID } from '@antiphon/core'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../app/page-context.ts'
import { goTo } from '../app/use-route.ts'
import type { PlacedEntry, SessionRow } from '../backend/backend.ts'
import { useCommands } from '../keyboard/use-commands.ts'
import { computeStory, type StoryItem } from './compute-story.ts'
import { ItemView } from './item-view.tsx'
import { RawDialog } from './raw-dialog.tsx'
import { type SessionContext, SessionContextValue } from './session-context.ts'
import { SessionHead } from './session-head.tsx'
import { SessionNotes } from './session-notes.tsx'
import { reachesEnd } from './session-state.ts'
import { StoryList, type StoryListHandle } from './story-list.tsx'
import type { Target } from './target.ts'
import { useFind } from './use-find.ts'
import { useSession } from './use-session.ts'

export type SessionViewProps = {
  readonly id: string
  readonly row: SessionRow | undefined
  readonly target: Target
}

/** A session: what was said, found and followed. */
export function SessionView({ id, row, target }: SessionViewProps): ReactElement {
  const texts = useTexts()
  const session = useSession(id, target)
  const { state } = session
  const paneRef = useRef<HTMLElement>(null)
  const listRef = useRef<StoryListHandle>(null)
  const findRef = useRef<HTMLInputElement>(null)
  const [raw, setRaw] = useState<PlacedEntry>()
  const [includeMeta, setIncludeMeta] = useState(false)
  const [leafUuid, setLeafUuid] = useState<UUID>()
  const story = useMemo(
    () => computeStory(state.entries, { leafUuid, includeMeta }),
    [state.entries, leafUuid, includeMeta],
  )
  const find = useFind(story.items, listRef)
  const startKey = useStartKey(story.items, session.target)
  const [folds] = useState(() => new Map<string, boolean>())
  const context = useMemo<SessionContext>(
    () => ({
      session: id,
      agentIds: state.agentIds,
      places: story.places,
      isAgentLog: false,
      loadWhole: session.loadWhole,
      showRaw: setRaw,
      folds,
      drawNested: storyItem => <ItemView storyItem={storyItem} isNested />,
    }),
    [id, state.agentIds, story.places, session.loadWhole, folds],
  )
  const isEmpty = story.items.length === 0
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
    close: () => (find.query === '' ? goTo({ kind: 'sessions' }) : find.clear()),
  })

  return (
    <main className="session-pane" id="session" ref={paneRef} aria-label={texts.session} tabIndex={-1}>
      <SessionHead
        id={id}
        row={row}
        find={find}
        findRef={findRef}
        branches={story.branches}
        leafUuid={leafUuid}
        onLeaf={setLeafUuid}
        includeMeta={includeMeta}
        onMeta={setIncludeMeta}
      />
      <SessionNotes state={state} isEmpty={isEmpty} onRetry={() => session.jump(session.target)} />
      <SessionContextValue value={context}>
        {state.phase === 'ready' && !isEmpty && (
          <StoryList
            key={`${id} ${session.target.uuid ?? ''} ${session.target.seq ?? ''}`}
            handleRef={listRef}
            items={story.items}
            startKey={startKey}
            markedKey={find.currentKey}
            reachesEnd={reachesEnd(state)}
            onNearStart={loadOlder}
            onNearEnd={loadNewer}
          />
        )}
      </SessionContextValue>
      {raw && <RawDialog session={id} placed={raw} onClose={() => setRaw(undefined)} />}
    </main>
  )
}

/** The item to begin at: the one that the link names. */
function useStartKey(items: readonly StoryItem[], target: Target): string | undefined {
  return useMemo(() => {
    if (target.seq === undefined && target.uuid === undefined) return undefined
    const named = items.find(({ place }) => {
      if (!place) return false
      const { seq, entry } = place.placed
      return seq === target.seq || ('uuid' in entry && entry.uuid === target.uuid)
    })
    return (named ?? items[0])?.key
  }, [items, target])
}
