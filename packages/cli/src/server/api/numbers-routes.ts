import { createCalendar, USAGE_GROUPS } from '@antiphon/search'
import type { NumbersGroup, NumbersStack } from '@antiphon/web/backend'
import type { Context, Hono } from 'hono'
import type { FoundLog } from '../logs/find-log.ts'
import { decodeLogId } from '../logs/log-id.ts'
import { type NumbersReportOptions, toSubject } from '../numbers/compute-numbers-report.ts'
import type { LogNumbers } from '../numbers/log-numbers.ts'
import { type Answers, refuse } from './answers.ts'
import { refuseLog } from './refuse-log.ts'
import { withLog } from './with-log.ts'

export type NumbersRoutesOptions = {
  readonly roots: readonly string[]
  readonly numbers: LogNumbers
  readonly answers: Answers
}

/**
 * `GET /numbers?by&stack&since&until&project&session&timezone`, `GET /numbers/references` with the same, `GET /numbers/context?session` and
 * `GET /numbers/cache-breaks?session`: lines of progress, then the report. `GET /numbers/sessions`, a `SessionCost` a
 * line.
 */
export function addNumbersRoutes(api: Hono, { roots, numbers, answers }: NumbersRoutesOptions): void {
  api.get('/numbers', context => {
    const question = readQuestion(context.req.query(), roots)
    if (typeof question === 'string') return refuse(context, 400, question)
    return answers.lines(context, signal => numbers.report(question, signal))
  })
  api.get('/numbers/references', context => {
    const question = readQuestion(context.req.query(), roots)
    if (typeof question === 'string') return refuse(context, 400, question)
    return answers.lines(context, signal => numbers.references(question, signal))
  })
  api.get('/numbers/context', context =>
    withMeasurable(context, log => answers.lines(context, signal => numbers.context(log, signal))),
  )
  api.get('/numbers/cache-breaks', context =>
    withMeasurable(context, log => answers.lines(context, signal => numbers.cacheBreaks(log, signal))),
  )
  api.get('/numbers/sessions', context => answers.lines(context, signal => numbers.costs(signal)))

  function withMeasurable(context: Context, answer: (log: FoundLog) => Response): Promise<Response> {
    const question = { id: context.req.query('session') ?? '' }
    return withLog(context, { roots, question }, async log => {
      const refusal = await refuseLog(log.path)
      return refusal === null ? answer(log) : refuse(context, 422, refusal)
    })
  }
}

type Asked = NumbersReportOptions['question']

/** What is asked, or what is wrong with it. */
function readQuestion(query: Readonly<Record<string, string>>, roots: readonly string[]): Asked | string {
  const { since, until, project, timezone, session } = query
  const by = GROUPS.find(group => group === (query.by ?? 'day'))
  const stack = STACKS.find(one => one === (query.stack ?? 'model'))
  if (!by || !stack) return `Ask by one of ${GROUPS.join(', ')}, with a stack of ${STACKS.join(', ')}.`
  if (![since, until].every(day => day === undefined || isDay(day))) return 'A day is written as 2026-11-15.'
  if (timezone !== undefined && !isTimeZone(timezone)) return 'Nobody knows that time zone.'
  if ((project?.length ?? 0) > MAX_PROJECT_UNITS) return 'That project has too long a name.'
  const name = session === undefined ? null : decodeLogId(session, roots)
  if (session !== undefined && !name) return 'There is no such session.'
  return {
    by,
    stack,
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(project !== undefined && { project }),
    ...(timezone !== undefined && { timezone }),
    ...(name && { subject: toSubject(name.key) }),
  }
}

const GROUPS: readonly NumbersGroup[] = [...USAGE_GROUPS, 'tool']
const STACKS: readonly NumbersStack[] = ['model', 'project', 'none']
const MAX_PROJECT_UNITS = 4096

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

function isTimeZone(text: string): boolean {
  try {
    createCalendar(text)
    return true
  } catch {
    return false
  }
}
