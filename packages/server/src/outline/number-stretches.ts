import type { Entry } from '@antiphon/core'
import { isBoundary, type Skeleton } from './skeleton.ts'

/** For each the number of its stretch: entries that follow one another, so that one is on a way only if all are. */
export function numberStretches(
  skeletons: readonly Skeleton[],
  named: ReadonlySet<unknown>,
): readonly (number | undefined)[] {
  const { children, holders } = countLinks(skeletons)
  const isAlone = (entry: Entry): boolean => {
    const { uuid } = entry as Links // any object may stand in a log
    return named.has(uuid) || holders.get(uuid) !== 1 || isBoundary(entry)
  }
  let before: Entry | undefined
  let stretch = 0
  return skeletons.map(({ entry }) => {
    const { uuid, parentUuid, isSidechain, agentId } = entry as Links // see above
    if (typeof uuid !== 'string') return undefined
    const last = before as Links | undefined
    const goesOn =
      before !== undefined &&
      parentUuid === last?.uuid &&
      (isSidechain === true) === (last?.isSidechain === true) &&
      agentId === last?.agentId &&
      children.get(parentUuid) === 1 &&
      !isAlone(before) &&
      !isAlone(entry)
    before = entry
    if (!goesOn) stretch += 1
    return stretch
  })
}

type Counts = ReadonlyMap<unknown, number>

function countLinks(skeletons: readonly Skeleton[]): { readonly children: Counts; readonly holders: Counts } {
  const children = new Map<unknown, number>()
  const holders = new Map<unknown, number>()
  for (const { entry } of skeletons) {
    const { uuid, parentUuid } = entry as Links // see above
    if (uuid === undefined) continue
    children.set(parentUuid, (children.get(parentUuid) ?? 0) + 1)
    holders.set(uuid, (holders.get(uuid) ?? 0) + 1)
  }
  return { children, holders }
}

type Links = Readonly<Record<string, unknown>>
