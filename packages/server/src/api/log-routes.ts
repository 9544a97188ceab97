import { refuse } from '../guard/refusal.ts'
import { followLog } from '../logs/follow-log.ts'
import { openLine } from '../logs/open-line.ts'
import { readEntry } from '../logs/read-entry.ts'
import { readPage } from '../logs/read-page.ts'
import type { Answers } from './answers.ts'
import { withLog } from './with-log.ts'

/** One log: its pages, an entry or a line of it, and what is written to it. */
export function addLogRoutes(answers: Answers, roots: readonly string[]): void {
  answers.value('page', question =>
    withLog(question, roots, async log => ({ json: await readPage(log, question) })),
  )

  answers.value('entry', question =>
    withLog(question, roots, async log => {
      const entry = await readEntry(log, question.seq)
      if (entry === null) return refuse(404, NO_ENTRY)
      return entry === 'too-long' ? refuse(413, TOO_LONG) : { json: entry }
    }),
  )

  answers.bytes('line', question =>
    withLog(question, roots, async ({ path }) => {
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
    withLog(question, roots, ({ path }) => followLog(path, { from: lastEvent ?? question.from, signal })),
  )
}

const NO_ENTRY = 'No entry begins there.'
const TOO_LONG = 'That line is too long for the page. It can be downloaded as it is stored.'
