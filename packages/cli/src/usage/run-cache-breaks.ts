import { homeOf, type Io, ProgramError } from '@antiphon/host'
import { type Calendar, collectUsage, createUsageFilter } from '@antiphon/search'
import { printResult, writeNotes } from '../command-context.ts'
import { type BreaksFilter, collectAllBreaks, collectSessionBreaks } from './collect-cache-breaks.ts'
import { formatAllCacheBreaks, formatCacheBreaks } from './format-cache-breaks.ts'
import { formatProblems } from './format-usage-notes.ts'
import type { UsageOptions } from './run-usage.ts'
import { toCollectOptions } from './to-collect-options.ts'

type BreaksOptions = UsageOptions & { readonly calendar: Calendar }

/** Prints where the prompt cache broke, in one session or in all that are asked for. */
export async function runCacheBreaks(argument: string | true, options: BreaksOptions, io: Io): Promise<void> {
  const { calendar } = options
  const isAll = argument === true
  if (!isAll && (options.session !== undefined || options.project !== undefined))
    throw new ProgramError(
      'wrong-use',
      '--cache-breaks SESSION is about that session alone: leave out --session and --project, or name no session behind --cache-breaks.',
    )
  const { sessions, problems } = isAll
    ? await collectAllBreaks(await createBreaksFilter(options, io), io)
    : await collectSessionBreaks(argument, { isCounted: createTimeFilter(options) }, io)
  await printResult(io, options, {
    value: { sessions: sessions.map(({ session, report }) => ({ session, ...report })), problems },
    format: screen =>
      isAll
        ? formatAllCacheBreaks(sessions, calendar, screen)
        : sessions.flatMap(session => formatCacheBreaks(session, calendar, screen)),
  })
  await writeNotes(io, formatProblems(problems, homeOf(io)))
}

function createTimeFilter({ since, until, calendar }: BreaksOptions): (at: string | null) => boolean {
  const matches = createUsageFilter(
    { ...(since !== undefined && { since }), ...(until !== undefined && { until }) },
    calendar,
  )
  return at => matches({ at, session: '', project: '' })
}

/** Only what was counted tells in which directory a session was started. */
async function createBreaksFilter(options: BreaksOptions, io: Io): Promise<BreaksFilter> {
  const isCounted = createTimeFilter(options)
  const { project, session } = options
  if (project === undefined)
    return { isCounted, isAsked: id => session === undefined || id.startsWith(session) }
  const { answers } = await collectUsage(await toCollectOptions(options, io))
  const asked = new Set(answers.map(answer => answer.session))
  return { isCounted, isAsked: id => asked.has(id) }
}
