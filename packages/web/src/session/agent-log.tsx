import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { useBackend, useTexts } from '../app/page-context.ts'
import type { Page } from '../backend/backend.ts'
import { type Failure, readFailure } from '../backend/failure.ts'
import { computeStory } from './compute-story.ts'
import { NestedItems } from './nested-items.tsx'
import { SessionContextValue, useSessionContext } from './session-context.ts'

/** A subagent's own log, a page of it at first. */
export function AgentLog({ agentId }: { readonly agentId: string }): ReactElement {
  const texts = useTexts()
  const above = useSessionContext()
  const { entries, from, failure, loadOlder } = useAgentPages(above.session, agentId)
  const story = useMemo(() => computeStory(entries), [entries])
  const context = useMemo(() => ({ ...above, isAgentLog: true, places: story.places }), [above, story.places])
  if (failure) return <p className="quiet">{texts.failures[failure]}</p>
  if (entries.length === 0) return <p className="quiet">{texts.loading}</p>
  return (
    <SessionContextValue value={context}>
      {from > 0 && (
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
}

function useAgentPages(session: string, agentId: string): AgentPages {
  const backend = useBackend()
  const [pages, setPages] = useState<readonly Page[]>([])
  const [before, setBefore] = useState<number>()
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    backend.readPage({ session, agentId, ...(before !== undefined && { before }) }, signal).then(
      page => !signal.aborted && setPages(known => [page, ...known.filter(({ from }) => from !== page.from)]),
      error => !signal.aborted && setFailure(readFailure(error)),
    )
    return () => controller.abort()
  }, [backend, session, agentId, before])
  const from = pages[0]?.from ?? 0
  const entries = useMemo(() => pages.flatMap(page => page.entries), [pages])
  return { entries, from, failure, loadOlder: () => setBefore(from) }
}
