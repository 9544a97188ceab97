import { isObject } from '@antiphon/contract'
import type { Entry, ToolStory } from '@antiphon/core'
import type { PlacedEntry } from '@antiphon/server/protocol'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { type ReactElement, useMemo, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { computeStory, type StoryItem } from '../story/compute-story.ts'
import { readText } from '../story/first-block.ts'
import { Fold } from '../story/fold.tsx'
import { SessionContextValue, useSessionContext } from '../story/session-context.ts'

export type SubagentViewProps = { readonly story: ToolStory; readonly name: string }

/** What a subagent did for a call: from this log, or from the subagent's own once it is opened. */
export function SubagentView({ story, name }: SubagentViewProps): ReactElement | null {
  const texts = useTexts()
  const { agentIds, places } = useSessionContext()
  const agentId = readAgentId(story.result)
  if (story.children.length > 0) {
    const items = story.children.map((item, index) => ({
      key: `${name} ${index}`,
      item,
      place: places.get(item.uuid),
    }))
    return (
      <Fold
        name={`${name} subagent`}
        label={`${texts.subagent} · ${texts.subagentSteps(story.children.length)}`}
      >
        {() => <NestedItems items={items} />}
      </Fold>
    )
  }
  if (agentId === undefined || !agentIds.includes(agentId)) return null
  return (
    <Fold name={`${name} subagent`} label={texts.openSubagent}>
      {() => <AgentLog agentId={agentId} />}
    </Fold>
  )
}

function readAgentId(result: unknown): string | undefined {
  const details = isObject(result) ? result.toolUseResult : undefined
  return readText(details, 'agentId') ?? readText(details, 'agent_id')
}

/** A subagent's own log, a page of it at first. */
function AgentLog({ agentId }: { readonly agentId: string }): ReactElement {
  const texts = useTexts()
  const above = useSessionContext()
  const { entries, hasOlder, error, loadOlder, loadWhole, retry } = useAgentPages(above.session, agentId)
  const story = useMemo(() => computeStory(entries), [entries])
  const context = useMemo(
    () => ({ ...above, agentId, loadWhole, places: story.places }),
    [above, agentId, loadWhole, story.places],
  )
  if (entries.length === 0 && !error) return <p className="quiet">{texts.loading}</p>
  return (
    <SessionContextValue value={context}>
      {error && (
        <p className="quiet" role="alert">
          {texts.failures[readFailure(error)]}{' '}
          <button type="button" className="button" onClick={retry}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      {hasOlder && !error && (
        <button type="button" className="more" onClick={loadOlder}>
          {texts.earlierSteps}
        </button>
      )}
      <NestedItems items={story.items} />
    </SessionContextValue>
  )
}

type AgentPages = {
  readonly entries: readonly PlacedEntry[]
  readonly hasOlder: boolean
  readonly error: Error | null
  readonly loadOlder: () => void
  readonly loadWhole: (seq: number) => void
  readonly retry: () => void
}

function useAgentPages(session: string, agentId: string): AgentPages {
  const client = useClient()
  const [wholes, setWholes] = useState<ReadonlyMap<number, Entry>>(new Map())
  const log = useInfiniteQuery({
    queryKey: ['agent-log', session, agentId],
    initialPageParam: {},
    queryFn: ({ pageParam, signal }) => client.get('page', { session, agentId, ...pageParam }, signal),
    getNextPageParam: ({ from }) => (from > 0 ? { before: from } : undefined),
  })
  const whole = useMutation({
    mutationFn: (seq: number) => client.get('entry', { session, seq, agentId }, new AbortController().signal),
    onSuccess: (entry, seq) => setWholes(known => new Map(known).set(seq, entry)),
  })
  const entries = useMemo(
    () =>
      (log.data?.pages ?? [])
        .toReversed()
        .flatMap(page => page.entries)
        .map(placed => withWhole(placed, wholes)),
    [log.data, wholes],
  )
  const loadOlder = (): void => void log.fetchNextPage()
  return {
    entries,
    hasOlder: log.hasNextPage,
    error: log.isFetching ? null : (log.error ?? whole.error),
    loadOlder,
    loadWhole: whole.mutate,
    retry() {
      if (whole.isError) whole.mutate(whole.variables)
      if (log.error || !log.data) void (log.data ? log.fetchNextPage() : log.refetch())
    },
  }
}

function withWhole(placed: PlacedEntry, wholes: ReadonlyMap<number, Entry>): PlacedEntry {
  const entry = wholes.get(placed.seq)
  return entry ? { ...placed, entry, cut: 0 } : placed
}

/** Items below another; a long list is cut until it is asked for. */
function NestedItems({ items }: { readonly items: readonly StoryItem[] }): ReactElement {
  const texts = useTexts()
  const { drawNested } = useSessionContext()
  const [count, setCount] = useState(FEW)
  const hidden = items.length - count
  return (
    <div className="nested">
      <ul className="bare">
        {items.slice(0, count).map(storyItem => (
          <li key={storyItem.key}>{drawNested(storyItem)}</li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="more" onClick={() => setCount(count + FEW * 4)}>
          {texts.moreSteps(hidden)}
        </button>
      )}
    </div>
  )
}

const FEW = 30
