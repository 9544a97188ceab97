import type { Hit } from '@antiphon/search'
import { sessionIdOf } from '@antiphon/transcript'

/** Hits of one session, in the order in which they were found. */
export type HitGroup = {
  /** What `antiphon show` takes. */
  readonly id: string
  readonly project: string
  readonly branch?: string
  readonly isSubagent: boolean
  readonly time: number
  readonly hits: readonly Hit[]
}

/** Hits by session; the session of the first hit comes first. */
export function computeSearchView(hits: readonly Hit[]): readonly HitGroup[] {
  const groups = new Map<string, Hit[]>()
  for (const hit of hits) {
    const group = groups.get(hit.path)
    if (group) group.push(hit)
    else groups.set(hit.path, [hit])
  }
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const branch = group.find(hit => hit.branch !== undefined)?.branch
    return {
      id: sessionIdOf(first),
      project: group.find(hit => hit.project !== '')?.project ?? '',
      ...(branch !== undefined && { branch }),
      isSubagent: first.agent !== undefined,
      time: first.time,
      hits: group,
    }
  })
}
