import { type Io, ProgramError } from '@antiphon/host'
import { type Calendar, createCalendar, type UsageGroup } from '@antiphon/search'
import type { OutputFlags } from '../command-context.ts'
import { runReport } from './run-report.ts'

/** What a person asks of `antiphon usage`. */
export type UsageOptions = OutputFlags & {
  readonly by: UsageGroup | 'tool'
  readonly since?: string
  readonly until?: string
  readonly project?: string
  readonly session?: string
  readonly context?: string
  readonly cacheBreaks?: string | true
  readonly timezone?: string
  readonly agent?: string
  /** False where the person wants every file read again. */
  readonly cache: boolean
}

/** Prints what sessions used. What only some questions need is loaded for them alone: a report is out before that. */
export async function runUsage(options: UsageOptions, io: Io): Promise<void> {
  const calendar = openCalendar(options.timezone)
  try {
    if (options.context !== undefined) {
      const { runContext } = await import('./run-context.ts')
      await runContext(options.context, { ...options, calendar }, io)
    } else if (options.cacheBreaks !== undefined) {
      const { runCacheBreaks } = await import('./run-cache-breaks.ts')
      await runCacheBreaks(options.cacheBreaks, { ...options, calendar }, io)
    } else await runReport(options, io)
  } catch (error) {
    if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.', { cause: error })
    throw error
  }
}

function openCalendar(timeZone: string | undefined): Calendar {
  try {
    return createCalendar(timeZone)
  } catch (error) {
    throw new ProgramError(
      'wrong-use',
      `There is no time zone ${timeZone}. Give a name such as Europe/Berlin or UTC.`,
      { cause: error },
    )
  }
}
