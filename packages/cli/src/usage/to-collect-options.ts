import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Io } from '@antiphon/host'
import { homeOf } from '@antiphon/host'
import { type CollectUsageOptions, chooseReadingThreads, findUsageCache } from '@antiphon/search'
import { findRoots } from '@antiphon/transcript'
import type { UsageOptions } from './run-usage.ts'

/** What is to be counted, in the words of the collector. */
export async function toCollectOptions(options: UsageOptions, io: Io): Promise<CollectUsageOptions> {
  const { since, until, session, project, timezone, cache } = options
  const home = homeOf(io)
  const { roots } = await findRoots(io.env, home)
  return {
    roots,
    signal: io.signal,
    threads: chooseReadingThreads,
    cache: cache ? findUsageCache(io.env, home) : null,
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(session !== undefined && { session }),
    ...(timezone !== undefined && { timeZone: timezone }),
    ...(project !== undefined && { project: await namesOf(project) }),
  }
}

/** A session may name its directory with or without the links on the way. */
async function namesOf(path: string): Promise<readonly string[]> {
  const whole = resolve(path)
  const real = await realpath(whole).catch(() => whole)
  return [...new Set([whole, real])]
}
