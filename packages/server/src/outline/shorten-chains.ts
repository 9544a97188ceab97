import type { Entry } from '@antiphon/core'
import { isVoice, listNames, readLinks } from '@antiphon/core/log'
import { readBonds } from './bonds.ts'
import { numberStretches } from './number-stretches.ts'
import type { Skeleton } from './skeleton.ts'

/** A log of which only the joints are left: where something forks, ends, is named or stands apart. */
export type ShortLog = {
  readonly entries: readonly Entry[]
  /** How many words of people, tools and models an entry stands for, by its uuid. */
  readonly weights: ReadonlyMap<unknown, number>
}

/** Leaves out what only goes on from the entry before it, so that a tree of a long log is as quickly read as a short one. */
export function shortenChains(skeletons: readonly Skeleton[]): ShortLog {
  const named = new Set<unknown>(skeletons.flatMap(({ entry }) => listNames(readLinks(entry))))
  const stretches = numberStretches(skeletons, named)
  const loose = findLooseBonds(skeletons, stretches)
  const entries: Entry[] = []
  const weights = new Map<unknown, number>()
  let kept: unknown
  /** What was left out since: how many words, and the last of them. */
  let weight = 0
  let voice: Skeleton | undefined

  function keep({ entry, weight: own = Number(isVoice(entry)) }: Skeleton, isLinked: boolean): void {
    const { uuid } = entry as Links // any object may stand in a log
    entries.push(isLinked ? ({ ...entry, parentUuid: kept } as Entry) : entry)
    if (uuid === undefined) return
    weights.set(uuid, weight + (entry === voice?.entry ? 0 : own))
    kept = uuid
    weight = 0
    voice = undefined
  }

  skeletons.forEach((skeleton, index) => {
    const { entry } = skeleton
    const stretch = stretches[index]
    const isFirst = stretch === undefined || stretch !== stretches[index - 1]
    const isLast = stretch !== stretches[index + 1]
    const isLoose = readBonds(entry).some(({ name }) => loose.has(name))
    if (!isFirst && !isLast && !isLoose) {
      if (!isVoice(entry)) return
      weight += skeleton.weight ?? 1
      voice = skeleton
      return
    }
    // Who spoke last decides which branch is the conversation: notes behind them do not.
    // And what may be told elsewhere takes no words along that were said before it.
    if (voice && (isLoose || !isVoice(entry))) keep(voice, true)
    keep(skeleton, !isFirst)
  })
  return { entries, weights }
}

type Links = Readonly<Record<string, unknown>>

/** Bonds between stretches: what one of them names may be told on the way of the other. */
function findLooseBonds(
  skeletons: readonly Skeleton[],
  stretches: readonly (number | undefined)[],
): ReadonlySet<string> {
  const first = new Map<string, number | undefined>()
  const loose = new Set<string>()
  skeletons.forEach(({ entry }, index) => {
    for (const { name } of readBonds(entry)) {
      if (!first.has(name)) first.set(name, stretches[index])
      else if (first.get(name) !== stretches[index]) loose.add(name)
    }
  })
  return loose
}
