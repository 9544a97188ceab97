import type { Entry } from '@antiphon/core'
import { type Bond, readBonds } from './bonds.ts'

/** Watches new messages for those that belong together but hang apart: pieces of an answer, calls and their results. */
export interface BondWatch {
  /** `goesOn`: it hangs off the one before it. */
  add(message: { readonly entry: Entry; readonly uuid: unknown; readonly goesOn: boolean }): void
  /** Something hangs off a message that is not the next one. */
  split(uuid: string): void
  /** No longer watches a message: true if it is tied to one elsewhere, or may be when its results come. */
  leave(entry: Entry): boolean
  /** What a message is tied to must be told apart as it is. */
  loosen(entry: Entry): void
}

export function createBondWatch(): BondWatch {
  const watched = new Map<Entry, Watched>()
  const byUuid = new Map<unknown, Watched>()
  const mates = new Map<string, Mate[]>()
  const loose = new Set<string>()
  let stretches = 0

  function isTied(message: Watched, { name, side }: Bond): boolean {
    const others = mates.get(name) ?? []
    const isOpen = side === 'call' && !others.some(other => other.side === 'result')
    return isOpen || loose.has(name) || others.some(other => other.message.stretch !== message.stretch)
  }

  return {
    add({ entry, uuid, goesOn }) {
      if (!goesOn) stretches += 1
      const message = { uuid, stretch: stretches, bonds: readBonds(entry) }
      watched.set(entry, message)
      byUuid.set(uuid, message)
      for (const { name, side } of message.bonds) {
        const known = mates.get(name)
        if (known) known.push({ message, side })
        else mates.set(name, [{ message, side }])
      }
    },
    split(uuid) {
      const fork = byUuid.get(uuid)
      if (!fork) return
      stretches += 1
      let isBehind = false
      for (const message of watched.values()) {
        if (isBehind && message.stretch === fork.stretch) message.stretch = stretches
        isBehind ||= message === fork
      }
    },
    leave(entry) {
      const message = watched.get(entry)
      if (!message) return false
      const isLoose = message.bonds.some(bond => isTied(message, bond))
      watched.delete(entry)
      if (byUuid.get(message.uuid) === message) byUuid.delete(message.uuid)
      for (const { name } of message.bonds) {
        const others = mates.get(name)?.filter(other => other.message !== message) ?? []
        if (others.length > 0) mates.set(name, others)
        else mates.delete(name)
      }
      return isLoose
    },
    loosen(entry) {
      for (const { name } of readBonds(entry)) loose.add(name)
    },
  }
}

type Watched = {
  readonly uuid: unknown
  readonly bonds: readonly Bond[]
  /** Messages of one stretch follow one another: one is on a way only if all are. */
  stretch: number
}

type Mate = { readonly message: Watched; readonly side: Bond['side'] }
