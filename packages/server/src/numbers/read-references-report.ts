import {
  type AttachedPrompt,
  computeReferenceReport,
  createCalendar,
  createUsageFilter,
  openSearch,
  type SearchQuery,
} from '@antiphon/search'
import { createLogReach } from '../access/reach.ts'
import type { ReferencesReport } from '../protocol/numbers-protocol.ts'
import type { NumbersReportQuestion } from './read-numbers-report.ts'
import type { ProjectsWish } from './usage-source.ts'

export type ReferencesPeriod = Pick<
  NumbersReportQuestion,
  'since' | 'until' | 'project' | 'timezone' | 'subject'
>

/** What people attached to the prompts of a period, or of one session. */
export async function readReferencesReport(
  { since, until, project, timezone, subject, projects }: ReferencesPeriod & ProjectsWish,
  { roots, signal }: { readonly roots: readonly string[]; readonly signal: AbortSignal },
): Promise<ReferencesReport> {
  const isAsked = createUsageFilter(
    {
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      ...(project !== undefined && { project: [project] }),
    },
    createCalendar(timezone),
  )
  const reach = createLogReach(projects, roots)
  const prompts: AttachedPrompt[] = []
  const session = subject?.session ?? null
  for await (const hit of openSearch({ roots, cacheFolder: null }).search(ATTACHED, { signal })) {
    const at = hit.time === 0 ? null : new Date(hit.time).toISOString()
    if (!reach.hasPath(hit.path) || (session !== null && hit.session !== session)) continue
    if (isAsked({ at, session: hit.session, project: hit.project }))
      prompts.push({ ...hit, references: hit.references ?? [] })
  }
  const { total, rows } = computeReferenceReport(prompts)
  return {
    ...{ times: total.times, things: total.references, prompts: total.prompts },
    rows: rows.slice(0, MAX_ROWS).map(({ type, label, times, prompts, sessions }) => ({
      ...{ type, times, prompts, sessions },
      label: label.slice(0, MAX_UNITS),
    })),
  }
}

const ATTACHED: SearchQuery = { words: [], excluded: [], filters: { context: 'any' } }
const MAX_ROWS = 50
const MAX_UNITS = 300
