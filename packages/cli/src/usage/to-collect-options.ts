import { sep } from 'node:path'
import { homeOf, type Io } from '@antiphon/host'
import { type CollectUsageOptions, chooseReadingThreads, findUsageCache } from '@antiphon/search'
import { rootsOf, rootsOfAgent } from '../command-context.ts'
import { directoryNames } from '../session-list/short-names.ts'
import type { UsageOptions } from './run-usage.ts'

/** What is to be counted, in the words of the collector. */
export async function toCollectOptions(options: UsageOptions, io: Io): Promise<CollectUsageOptions> {
  const { since, until, session, project, timezone, cache, agent } = options
  const { roots } = await rootsOf(io)
  return {
    roots,
    signal: io.signal,
    threads: chooseReadingThreads,
    cache: cache ? findUsageCache(io.env, homeOf(io)) : null,
    ...(agent !== undefined && { isIncluded: isBelow(rootsOfAgent(roots, agent, io)) }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(session !== undefined && { session }),
    ...(timezone !== undefined && { timeZone: timezone }),
    ...(project !== undefined && { project: await directoryNames(project) }),
  }
}

function isBelow(roots: readonly string[]): (path: string) => boolean {
  return path => roots.some(root => path.startsWith(`${root}${sep}`))
}
