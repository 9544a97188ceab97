import type { Hono } from 'hono'
import { followLog } from '../logs/follow-log.ts'
import { openLine } from '../logs/open-line.ts'
import { readEntry } from '../logs/read-entry.ts'
import { readPage } from '../logs/read-page.ts'
import { type Answers, answerBytes, answerJson, refuse } from './answers.ts'
import { NO_POSITION, readPosition } from './read-position.ts'
import { withLog } from './with-log.ts'

export type LogRoutesOptions = { readonly roots: readonly string[]; readonly answers: Answers }

/**
 * `GET /page?session&before|after`, a `Page`; `GET /entry?session&seq`, a whole entry; `GET
 * /line?session&seq`, the bytes of a line as they are stored, however many; `GET /follow?session&from`, a
 * `FollowedEvent` an event, whose id says where to go on. With `agentId` each is about a subagent of the session.
 */
export function addLogRoutes(api: Hono, { roots, answers }: LogRoutesOptions): void {
  api.get('/page', context => {
    const before = readPosition(context.req.query('before'))
    const after = readPosition(context.req.query('after'))
    if (before === null || after === null) return refuse(context, 400, NO_POSITION)
    return withLog(context, { roots }, async log =>
      answerJson(context, await readPage(log, { before, after })),
    )
  })

  api.get('/entry', context => {
    const seq = readPosition(context.req.query('seq'))
    if (seq === undefined || seq === null) return refuse(context, 400, NO_POSITION)
    return withLog(context, { roots }, async log => {
      const entry = await readEntry(log, seq)
      if (entry === null) return refuse(context, 404, NO_ENTRY)
      return entry === 'too-long' ? refuse(context, 413, TOO_LONG) : answerJson(context, entry)
    })
  })

  api.get('/line', context => {
    const seq = readPosition(context.req.query('seq'))
    if (seq === undefined || seq === null) return refuse(context, 400, NO_POSITION)
    return withLog(context, { roots }, async ({ path }) => {
      const line = await openLine(path, seq)
      if (line === null) return refuse(context, 404, NO_ENTRY)
      return answerBytes(context, line.body, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': String(line.bytes),
        'Content-Disposition': `attachment; filename="line-${seq}.json"`,
      })
    })
  })

  api.get('/follow', context => {
    const from = readPosition(context.req.header('last-event-id') ?? context.req.query('from'))
    if (from === null) return refuse(context, 400, NO_POSITION)
    return withLog(context, { roots }, async ({ path }) =>
      answers.events(context, signal => followLog(path, { from: from ?? 0, signal })),
    )
  })
}

const NO_ENTRY = 'No entry begins there.'
const TOO_LONG = 'That line is too long for the page. It can be downloaded as it is stored.'
