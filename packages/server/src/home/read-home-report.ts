import type { ReadNumbersOptions } from '../numbers/read-numbers-report.ts'
import type { ProjectsWish } from '../numbers/usage-source.ts'
import type { HomeQuestion, HomeReport } from '../protocol/home-protocol.ts'
import { computeHomeReport } from './compute-home-report.ts'
import { readLimitNotices } from './read-limit-notices.ts'

/** Counts what every session used, and tells what a person asks first. */
export async function readHomeReport(
  { timezone, projects }: HomeQuestion & ProjectsWish,
  { roots, usage, signal, onProgress }: ReadNumbersOptions,
): Promise<HomeReport> {
  const now = Date.now()
  const { answers } = await usage.collect({ projects, hasTools: false, signal, onProgress })
  return computeHomeReport({
    answers,
    limits: await readLimitNotices(roots, { projects, now }),
    timezone,
    now,
  })
}
