import type { Entry } from '@antiphon/core'
import type { Page, PlacedEntry } from '@antiphon/server/protocol'
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react'
import { type Failure, readFailure } from '../client/failure.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { computeStory } from '../story/compute-story.ts'
import { SessionContextValue, useSessionContext } from '../story/session-context.ts'
import { NestedItems } from './nested-items.tsx'

/** A subagent's own log, a page of it at first. */
export function AgentLog({ agentId }: { readonly agentId: string }): ReactElement {
  const texts = useTexts()
  const above = useSessionContext()
  const { entries, from, failure, loadOlder, loadWhole, retry } = useAgentPages(above.session, agentId)
  const story = useMemo(() => computeStory(entries), [entries])
  const context = useMemo(
    () => ({ ...above, agentId, loadWhole, places: story.places }),
    [above, agentId, loadWhole, story.places],
  )
  if (entries.length === 0 && !failure) return <p className="quiet">{texts.loading}</p>
  return (
    <SessionContextValue value={context}>
      {failure && (
        <p className="quiet" role="alert">
          {texts.failures[failure]}{' '}
          <button type="button" className="button" onClick={retry}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      {from > 0 && !failure && (
        <button type="button" className="more" onClick={loadOlder}>
          {texts.earlierSteps}
        </button>
      )}
      <NestedItems items={story.items} />
    </SessionContextValue>
  )
}

type AgentPages = Pick<Page, 'entries' | 'from'> & {
  readonly failure: Failure | undefined
  readonly loadOlder: () => void
  readonly loadWhole: (seq: number) => void
  readonly retry: () => void
}

function useAgentPages(session: string, agentId: string): AgentPages {
  const client = useClient()
  const [pages, setPages] = useState<readonly Page[]>([])
  const [wholes, setWholes] = useState<ReadonlyMap<number, Entry>>(new Map())
  const [asked, setAsked] = useState<{ readonly before?: number }>({})
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setFailure(undefined)
    client.get('page', { session, agentId, ...asked }, signal).then(
      page => !signal.aborted && setPages(known => [page, ...known.filter(({ from }) => from !== page.from)]),
      error => !signal.aborted && setFailure(readFailure(error)),
    )
    return () => controller.abort()
  }, [client, session, agentId, asked])
  const loadWhole = useCallback(
    (seq: number) => {
      client.get('entry', { session, seq, agentId }, new AbortController().signal).then(
        entry => setWholes(known => new Map(known).set(seq, entry)),
        error => setFailure(readFailure(error)),
      )
    },
    [client, session, agentId],
  )
  const from = pages[0]?.from ?? 0
  const entries = useMemo(
    () => pages.flatMap(page => page.entries).map(placed => withWhole(placed, wholes)),
    [pages, wholes],
  )
  const retry = (): void => setAsked({ ...asked })
  return { entries, from, failure, loadOlder: () => setAsked({ before: from }), loadWhole, retry }
}

function withWhole(placed: PlacedEntry, wholes: ReadonlyMap<number, Entry>): PlacedEntry {
  const entry = wholes.get(placed.seq)
  return entry ? { ...placed, entry, cut: 0 } : placed
}
