import type { StoreCopy } from '@antiphon/host'
import { parseQuery } from '@antiphon/search'
import type { Caller } from '../access/caller.ts'
import { showChange } from '../access/show-change.ts'
import { refuse } from '../guard/refusal.ts'
import { toJson } from '../json/json.ts'
import { followLog } from '../logs/follow-log.ts'
import { openLine } from '../logs/open-line.ts'
import { readEntry } from '../logs/read-entry.ts'
import { readPage } from '../logs/read-page.ts'
import { createLogOutlines } from '../outline/log-outlines.ts'
import type { SessionChange } from '../protocol/log-protocol.ts'
import { findInLog, parseFind } from '../search/find-in-log.ts'
import type { LogSearch } from '../search/search-logs.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import type { RowMaker } from '../sessions/row-maker.ts'
import type { SessionCounts } from '../sessions/session-counts.ts'
import { isSession, type SessionFeed } from '../sessions/session-feed.ts'
import type { Answers, SentEvent } from './answers.ts'
import { createWithLog } from './with-log.ts'

export type LogRoutesOptions = {
  readonly roots: readonly string[]
  readonly feed: SessionFeed
  readonly beginRows: () => Promise<RowMaker>
  readonly counts: SessionCounts
  readonly search: LogSearch
  /** The store whose sessions they are, where they are a team's. */
  readonly fleet: StoreCopy | null
}

/** Sessions and what happens to them, what is found in them, and one log: its pages, entries, lines, outline and news. */
export function addLogRoutes(
  answers: Answers,
  { roots, feed, beginRows, counts, search, fleet }: LogRoutesOptions,
): void {
  const withLog = createWithLog(roots, fleet)
  const outlines = createLogOutlines()

  answers.lines('sessions', async function* (_, { signal, caller }) {
    const { makeRow, makeHeadRow } = await beginRows()
    const heads = [...(fleet?.sessions() ?? [])]
    const unfetched = heads.flatMap(({ key }) => (isSession(key) ? (makeHeadRow(key) ?? []) : []))
    for await (const row of listSessions(roots, { makeRow, signal, unfetched }))
      if (caller.reach.hasId(row.id)) yield row
    search.freshen()
    counts.freshen()
  })

  // Whoever gets the answer misses nothing from there on.
  answers.events('changes', async (_, { signal, caller }) => toEvents(await feed.listen(signal), caller))

  answers.value('page', question => withLog(question, log => readPage(log, question)))

  answers.value('entry', question =>
    withLog(question, async log => {
      const entry = await readEntry(log, question.seq)
      if (entry === null) return refuse(404, NO_ENTRY)
      return entry === 'too-long' ? refuse(413, TOO_LONG) : entry
    }),
  )

  answers.bytes('line', question =>
    withLog(question, async ({ path }) => {
      const line = await openLine(path, question.seq)
      if (line === null) return refuse(404, NO_ENTRY)
      const headers = {
        'Content-Type': 'application/octet-stream',
        'Content-Length': String(line.bytes),
        'Content-Disposition': `attachment; filename="line-${question.seq}.json"`,
      }
      return { body: line.body, headers }
    }),
  )

  answers.events('follow', (question, { signal, lastEvent }) =>
    withLog(question, ({ path }) => followLog(path, { from: lastEvent ?? question.from, signal })),
  )

  answers.value('outline', (question, { signal }) =>
    withLog(question, async ({ path }) => {
      const { scan, end } = await outlines.read(path, signal)
      return scan.outline(end)
    }),
  )

  answers.value('turns', (question, { signal }) =>
    withLog(question, async ({ path }) => {
      const { scan, end } = await outlines.read(path, signal)
      return scan.turns(end, question.around)
    }),
  )

  answers.value('branch-place', ({ session, leafUuid, before }, { signal }) =>
    withLog({ session }, async ({ path }) => {
      const { scan } = await outlines.read(path, signal)
      return scan.placeOnBranch(leafUuid, before)
    }),
  )

  answers.lines('search', ({ q, limit = LIMIT }, { signal, caller: { reach } }) => {
    const parsed = parseQuery(q, { now: Date.now() })
    if (parsed.kind === 'refused') return refuse(422, parsed.reason)
    search.freshen()
    return search.find(parsed.query, { limit: Math.min(limit, MAX_LIMIT), reach, signal })
  })

  answers.lines('search/sessions', ({ q, order }, { signal, caller: { reach } }) => {
    const parsed = parseQuery(q, { now: Date.now() })
    if (parsed.kind === 'refused') return refuse(422, parsed.reason)
    search.freshen()
    return search.fold(parsed.query, { order, reach, signal })
  })

  answers.lines('search/session', ({ q, order, session, skip, limit = LIMIT }, { signal }) =>
    withLog({ session }, log => {
      const parsed = parseQuery(q, { now: Date.now() })
      if (parsed.kind === 'refused') return refuse(422, parsed.reason)
      return search.findInSession(parsed.query, {
        log,
        order,
        skip,
        limit: Math.min(limit, MAX_LIMIT),
        signal,
      })
    }),
  )

  answers.value('search-status', async (_, { caller: { reach } }) => {
    const progress = await search.progress()
    if (reach.projects === null) return progress
    // How far it is, without how much there is of others.
    const { indexedBytes, sourceBytes } = progress
    const share = sourceBytes === 0 ? 100 : Math.floor((100 * indexedBytes) / sourceBytes)
    return { ...progress, indexedBytes: share, sourceBytes: 100 }
  })

  answers.lines('find', ({ session, q }, { signal }) =>
    withLog({ session }, log => {
      const parsed = parseFind(q, Date.now())
      if (parsed.kind === 'refused') return refuse(422, parsed.reason)
      return findInLog(log, { query: parsed.query, signal })
    }),
  )
}

const NO_ENTRY = 'No entry begins there.'
const TOO_LONG = 'That line is too long for the page. It can be downloaded as it is stored.'
const LIMIT = 200
const MAX_LIMIT = 1000

async function* toEvents(
  changes: AsyncGenerator<SessionChange, void, undefined>,
  caller: Caller,
): AsyncGenerator<SentEvent<SessionChange>, void, undefined> {
  for await (const change of changes) {
    const shown = showChange(change, caller)
    if (shown) yield { data: toJson(shown) }
  }
}
