import type { UUID } from '../message/uuid.ts'
import type { ClosedStretch } from './closed-stretch.ts'
import type { EntryPast } from './find-reach.ts'
import type { SplitBefore } from './normalize-messages.ts'
import type { LogPlace, ViewItem } from './view-item.ts'

/** The closed stretches of a log, oldest first, and by what each can be reached. */
export interface StretchStack<Place extends LogPlace> {
  readonly length: () => number
  readonly list: () => readonly ClosedStretch<Place>[]
  readonly push: (stretch: ClosedStretch<Place>) => void
  /** Takes away the stretch and all behind it. */
  readonly removeFrom: (index: number) => readonly ClosedStretch<Place>[]
  /** Lets go of all but the last ones. */
  readonly forget: (kept: number) => void
  readonly past: () => Pick<EntryPast, 'find' | 'stretches' | 'end' | 'openAgents'>
  /** What a splitter goes on from. */
  readonly names: () => SplitBefore
  /** Its items, and those that follow. */
  readonly items: (following: readonly ViewItem<Place>[]) => readonly ViewItem<Place>[]
}

export function createStretchStack<Place extends LogPlace>(): StretchStack<Place> {
  const stretches: ClosedStretch<Place>[] = []
  /** Of each name the first stretch that it reaches, counted from the first that ever was. */
  const reached = new Map<string, number>()
  const taken = new Set<UUID>()
  let forgotten = 0
  let lastForgotten: ClosedStretch<Place> | undefined

  function leave({ reachedBy }: ClosedStretch<Place>, number: number): void {
    for (const tie of reachedBy) if (reached.get(tie) === number) reached.delete(tie)
  }
  const last = (): ClosedStretch<Place> | undefined => stretches.at(-1) ?? lastForgotten

  return {
    length: () => stretches.length,
    list: () => stretches,
    push(stretch) {
      const number = forgotten + stretches.length
      stretches.push(stretch)
      for (const tie of stretch.reachedBy) if (!reached.has(tie)) reached.set(tie, number)
      for (const uuid of stretch.names.taken) taken.add(uuid)
    },
    removeFrom(index) {
      const removed = stretches.splice(index)
      removed.forEach((stretch, place) => {
        leave(stretch, forgotten + index + place)
        for (const uuid of stretch.names.taken) taken.delete(uuid)
      })
      return removed
    },
    forget(kept) {
      for (const stretch of stretches.splice(0, Math.max(0, stretches.length - kept))) {
        leave(stretch, forgotten)
        forgotten += 1
        for (const uuid of stretch.names.taken) taken.delete(uuid)
        lastForgotten = stretch
      }
    },
    past: () => ({
      find: tie => {
        const number = reached.get(tie)
        return number === undefined ? undefined : number - forgotten
      },
      stretches: stretches.length,
      end: last()?.end,
      openAgents() {
        const index = stretches.findIndex(({ hasOpenAgents }) => hasOpenAgents)
        return index === -1 ? undefined : index
      },
    }),
    names() {
      const { nameless = 0, isNewChain = false, isNestedChain = false } = last()?.names ?? {}
      return { isTaken: uuid => taken.has(uuid), nameless, isNewChain, isNestedChain }
    },
    items: following => [...stretches.flatMap(({ items }) => items), ...following],
  }
}
