import { isObject } from '@antiphon/contract'
import type { Entry, ToolStory } from '@antiphon/core'
import { readAgentId, readOwnTime } from '@antiphon/core/turns'
import { oneLine, type ToolItem } from '@antiphon/core/ui'
import type { PlacedEntry } from '@antiphon/server/protocol'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Bot, CircleX, Hand } from 'lucide-react'
import { type ReactElement, useId, useMemo, useState } from 'react'
import { useIsWaitingCall } from '../chat/waiting-calls.ts'
import { readFailure } from '../client/failure.ts'
import { FoldHead } from '../controls/fold-head.tsx'
import { Icon } from '../controls/icon.tsx'
import { StatusMark } from '../controls/marks.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { formatDuration } from '../parts/format-duration.ts'
import { computeStory, type Place } from '../story/compute-story.ts'
import { readText } from '../story/first-block.ts'
import { Fold, useFold } from '../story/fold.tsx'
import { isOpenCall } from '../story/open-calls.ts'
import { readToolFace } from '../story/read-tool-face.ts'
import { SessionContextValue, useSessionContext } from '../story/session-context.ts'
import { TextView } from '../story/text-view.tsx'
import { useWhole } from '../story/use-whole.ts'
import css from './agent.module.css'
import { RowActions } from './row-actions.tsx'

export type AgentBoxProps = {
  readonly item: ToolItem
  readonly name: string
  readonly place: Place | undefined
}

/** What a subagent was asked, did and reported, in a box of its own. */
export function AgentBox({ item, name, place }: AgentBoxProps): ReactElement {
  const texts = useTexts()
  const { story } = item
  const { places } = useSessionContext()
  const { openToolCalls } = useSettings().settings
  const [isOpen, toggle] = useFold(name, story.status !== 'running' && isOpenCall(story, openToolCalls))
  const isWaiting = useIsWaitingCall(story.id) && story.status === 'running'
  const id = useId()
  const kind = readText(story.input, 'subagent_type') || texts.subagent
  const words = readText(story.input, 'description') ?? readText(story.input, 'prompt') ?? story.title
  return (
    <div className={css.box}>
      <FoldHead className={css.head} isOpen={isOpen} body={id} icon={Bot} iconSize={16} onClick={toggle}>
        <span className={css.title}>
          {oneLine(kind, 60)} <span>{oneLine(words, 200)}</span>
        </span>
        <span className={css.facts}>
          {story.status === 'running' && !isWaiting && (
            <StatusMark status="working" label={texts.statuses.running} />
          )}
          {isWaiting && (
            <span className={css.waits}>
              <Icon of={Hand} size={14} /> {texts.turns.waits}
            </span>
          )}
          {story.status === 'failed' && (
            <span className={css.bad}>
              <Icon of={CircleX} size={14} /> {texts.statuses.failed}
            </span>
          )}
          {(story.status === 'denied' || story.status === 'interrupted') && texts.statuses[story.status]}
          {factsOf(story, texts.turns.shortCalls).join(' · ')}
        </span>
      </FoldHead>
      <RowActions item={item} place={place} />
      {isOpen && (
        <div className={css.inside} id={id}>
          <Inside story={story} name={name} place={story.result && places.get(story.result.uuid)} />
        </div>
      )}
    </div>
  )
}

function factsOf(story: ToolStory, calls: (calls: number) => string): readonly string[] {
  const result: unknown = story.result
  const told = isObject(result) ? result.toolUseResult : undefined
  const counted: unknown = isObject(told) ? told.totalToolUseCount : undefined
  const inside = story.children.filter(({ kind }) => kind === 'tool').length
  const count = typeof counted === 'number' ? counted : inside
  const time = readOwnTime(story)
  return [
    ...(count > 0 ? [calls(count)] : []),
    ...(time && time.ms >= 100 ? [`${time.isAtMost ? '≤ ' : ''}${formatDuration(time.ms)}`] : []),
  ]
}

type InsideProps = { readonly story: ToolStory; readonly name: string; readonly place: Place | undefined }

function Inside({ story, name, place }: InsideProps): ReactElement {
  const texts = useTexts()
  const prompt = readText(story.input, 'prompt') ?? ''
  const face = useMemo(() => readToolFace(story), [story])
  useWhole(place, true)
  const report = face.kind === 'text' || face.kind === 'markdown' ? face.text : ''
  return (
    <>
      {prompt !== '' && (
        <Fold name={`${name} task`} label={texts.turns.agentTask} preview={oneLine(prompt, 120)}>
          {() => (
            <TextView
              name={`${name} task`}
              text={prompt}
              form="markdown"
              maxLines={60}
              maxCodePoints={8000}
            />
          )}
        </Fold>
      )}
      <Work story={story} name={name} />
      {report.trim() !== '' && (
        <>
          <div className={css.who}>{texts.turns.report}</div>
          <TextView name={name} text={report} form="markdown" maxLines={60} maxCodePoints={8000} />
        </>
      )}
    </>
  )
}

/** What it did: from this log, or from the subagent's own once it is opened. */
function Work({ story, name }: Omit<InsideProps, 'place'>): ReactElement | null {
  const texts = useTexts()
  const { agentIds, places, drawNested } = useSessionContext()
  const agentId = readAgentId(story.result)
  if (story.children.length > 0) {
    return (
      <Fold
        name={`${name} subagent`}
        label={texts.turns.agentWork}
        preview={texts.subagentSteps(story.children.length)}
      >
        {() =>
          drawNested(
            story.children.map((item, index) => ({
              key: `${name} ${index}`,
              item,
              place: places.get(item.uuid),
            })),
          )
        }
      </Fold>
    )
  }
  if (agentId === undefined || !agentIds.includes(agentId)) return null
  return (
    <Fold name={`${name} subagent`} label={texts.turns.agentWork}>
      {() => <AgentLog agentId={agentId} />}
    </Fold>
  )
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
  // Two logs may name an item alike.
  const items = useMemo(
    () => story.items.map(storyItem => ({ ...storyItem, key: `${agentId} ${storyItem.key}` })),
    [story.items, agentId],
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
      {above.drawNested(items)}
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
