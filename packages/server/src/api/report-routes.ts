import { readPlanWish } from '@antiphon/core/inspect'
import type { StoreCopy } from '@antiphon/host'
import { createCalendar } from '@antiphon/search'
import { type Refusal, refuse } from '../guard/refusal.ts'
import { listAgentLogs } from '../logs/list-agents.ts'
import { decodeLogId } from '../logs/log-id.ts'
import { type NumbersReportOptions, toSubject } from '../numbers/compute-numbers-report.ts'
import { createSharedTurns } from '../numbers/shared-turns.ts'
import { type TellProgress, tellProgress } from '../numbers/tell-progress.ts'
import type { HomeReport } from '../protocol/home-protocol.ts'
import type { ModelRequest } from '../protocol/model-protocol.ts'
import type { ReferencesQuestion, ReportLine } from '../protocol/numbers-protocol.ts'
import { createChangesMemory } from '../reports/changes-memory.ts'
import { examineLogs } from '../reports/examine-logs.ts'
import { createReportKeeper } from '../reports/report-keeper.ts'
import type { ModelQuestion } from '../workers/jobs.ts'
import type { Workers } from '../workers/workers.ts'
import type { Answers } from './answers.ts'
import { createWithLog, refuseLog, type WithLog } from './with-log.ts'

export type ReportRoutesOptions = {
  readonly roots: readonly string[]
  readonly workers: Workers
  /** The store whose sessions they are, where they are a team's. */
  readonly fleet: StoreCopy | null
}

/** What needs logs whole and is therefore asked of workers: the doctor, what the model was sent, and what was used. */
export function addReportRoutes(answers: Answers, { roots, workers, fleet }: ReportRoutesOptions): void {
  const withLog = createWithLog(roots, fleet)
  const withMeasurable: WithLog = (question, answer) =>
    withLog(question, async log => (await refuseLog(log)) ?? answer(log))

  answers.lines('doctor', (_, { signal, caller: { reach } }) =>
    examineLogs(roots, { workers, reach, signal }),
  )

  answers.value('doctor/session', (question, { signal }) =>
    withLog(question, log => workers.run('report', log, { signal })),
  )

  answers.value('doctor/mend', question =>
    withLog(question, async ({ path }) => {
      if (fleet) return refuse(409, OF_A_STORE)
      // Nobody who leaves stops it halfway.
      const { signal } = new AbortController()
      const { fingerprint } = question
      const outcome = await workers.run('mend', { path, fingerprint }, { signal })
      return outcome.status === 'refused' ? refuse(409, outcome.words) : outcome
    }),
  )

  const changes = createChangesMemory({ roots, workers })

  answers.value('files', (question, { signal }) =>
    withMeasurable(question, async log => (await changes.read(log, signal)).report),
  )

  answers.value('files/diff', (question, { signal }) =>
    withMeasurable(question, async log => {
      const { files } = await changes.read(log, signal)
      const file = files.find(({ path }) => path === question.path)
      if (!file) return refuse(404, 'This session changed no such file.')
      return file.json.length <= MAX_UNITS ? file.json : refuse(422, TOO_LONG)
    }),
  )

  answers.value('files/patch', (question, { signal }) =>
    withMeasurable(question, async log => {
      const { patch } = await changes.read(log, signal)
      return patch.length <= MAX_UNITS ? patch : refuse(422, TOO_LONG)
    }),
  )

  answers.value('model', (question, { signal }) =>
    withPlace(question, async place => {
      return (await workers.run('modelView', place, { signal })) ?? refuse(404, NO_MESSAGE)
    }),
  )

  answers.value('model/request', (question, { signal }) =>
    withPlace(question, async place => {
      const request = await workers.run('modelRequest', place, { signal })
      if (request === null) return refuse(404, NO_MESSAGE)
      return request.length <= MAX_UNITS ? request : refuse(422, TOO_LARGE)
    }),
  )

  answers.value('model/trace', (question, { signal }) =>
    withMeasurable(question, async log => {
      const trace = await workers.run('trace', { log, tool: question.tool }, { signal })
      return trace ?? refuse(404, 'This log knows no such call.')
    }),
  )

  function withPlace<Answer>(
    question: ModelRequest,
    answer: (place: ModelQuestion) => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal> | Refusal {
    const { seq, uuid, before, without, order } = question
    const wish = readPlanWish({ without: readNames(without), order: readNames(order) })
    if (wish && 'reason' in wish) return refuse(400, wish.reason)
    return withLog(question, log => answer({ log, place: { seq, uuid }, before, wish }))
  }

  const inTurn = createSharedTurns()

  const keepHome = createReportKeeper<HomeReport>(HOME_FRESH_MS)

  answers.lines('home', (asked, { caller: { reach } }) => {
    const question = { ...asked, projects: reach.projects }
    if (!isTimeZone(question.timezone)) return refuse(400, 'Nobody knows that time zone.')
    // Nobody's leaving ends it; the workers do where the server ends.
    const { signal } = new AbortController()
    const make = (tell: TellProgress): Promise<HomeReport> =>
      inTurn(tell, onProgress => workers.run('home', question, { signal, onProgress }))
    return tellProgress(tell => keepHome(JSON.stringify([question.timezone, reach.projects]), tell, make))
  })

  answers.value('home/outcome', (question, { signal }) =>
    withLog(question, log => workers.run('outcome', log, { signal })),
  )

  answers.lines('numbers', ({ by, stack, ...asked }, { signal, caller: { reach } }) =>
    withPeriod(asked, period => tell => {
      const question = { by, stack, ...period, projects: reach.projects }
      return inTurn(tell, onProgress => workers.run('numbers', question, { signal, onProgress }))
    }),
  )

  answers.lines('numbers/references', (asked, { signal, caller: { reach } }) =>
    withPeriod(asked, period => onProgress => {
      const question = { ...period, projects: reach.projects }
      return workers.run('references', question, { signal, onProgress })
    }),
  )

  answers.lines('numbers/context', (question, { signal }) =>
    withMeasurable(question, log =>
      tellProgress(onProgress => workers.run('context', log, { signal, onProgress })),
    ),
  )

  answers.lines('numbers/cache-breaks', (question, { signal }) =>
    withMeasurable(question, log =>
      tellProgress(async onProgress => {
        const agents = await listAgentLogs(log, roots)
        return workers.run('breaks', { log, agents }, { signal, onProgress })
      }),
    ),
  )

  answers.lines('numbers/sessions', async function* (_, { signal, caller: { reach } }) {
    const nobody = (): void => {}
    yield* await inTurn(nobody, onProgress =>
      workers.run('costs', { projects: reach.projects }, { signal, onProgress }),
    )
  })

  /** Answers a question of the page, as the logs have names for its session. */
  function withPeriod<Report>(
    { session, ...asked }: ReferencesQuestion,
    toReport: (period: Period) => (onProgress: TellProgress) => Promise<Report>,
  ): AsyncGenerator<ReportLine<Report>, void, undefined> | Refusal {
    if (!isTimeZone(asked.timezone)) return refuse(400, 'Nobody knows that time zone.')
    if (session === undefined) return tellProgress(toReport(asked))
    const name = decodeLogId(session, roots)
    if (!name) return refuse(400, 'There is no such session.')
    return tellProgress(toReport({ ...asked, subject: toSubject(name.key) }))
  }
}

/** All sessions are counted for it: whoever looks into one and comes back sees the same. */
const HOME_FRESH_MS = 15_000
const OF_A_STORE =
  'This session lies in the store of the team, where nothing is rewritten. `antiphon pull` makes it a file that can be repaired.'
const NO_MESSAGE = 'No message begins there.'
const MAX_UNITS = 32 * 1024 * 1024
const TOO_LONG = 'The changes are too long for a page. `antiphon diff` prints them in a terminal.'
const TOO_LARGE = 'The request is too large for a page. `antiphon api` prints it in a terminal.'

function readNames(text = ''): readonly string[] {
  return text.split(',').filter(name => name !== '')
}

type Period = Omit<NumbersReportOptions['question'], 'by' | 'stack'>

function isTimeZone(text: string | undefined): boolean {
  try {
    createCalendar(text)
    return true
  } catch {
    return false
  }
}
