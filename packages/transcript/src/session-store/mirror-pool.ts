import { formatSessionKey, type SessionKey } from '../store/session-key.ts'
import { createUuidFilter, type UuidFilter } from './uuid-filter.ts'

/** What is known of a log that is written as a mirror. */
export type Mirror = {
  filter: UuidFilter
  /** Up to where the log has been looked at. */
  seq: number
  /** An append failed: what stands behind `seq` may not be durable, and counts for nothing. */
  isEndUncertain: boolean
}

/** The mirrors of a store, each used by one job at a time. */
export interface MirrorPool {
  use<T>(key: SessionKey, job: (mirror: Mirror) => Promise<T>): Promise<T>
}

export type MirrorPoolOptions = {
  /** How many may be open; those that were not used for the longest time are let go. */
  readonly limit: number
  readonly release: (key: SessionKey) => Promise<void>
}

type Seat = { readonly key: SessionKey; readonly mirror: Mirror; jobs: number; turn: Promise<unknown> }

/** Nothing is known of a log before it was looked at. */
export function createMirror(): Mirror {
  return { filter: createUuidFilter(), seq: 0, isEndUncertain: false }
}

/** Bounds what mirrors cost in memory and open files, however many sessions there are. */
export function createMirrorPool({ limit, release }: MirrorPoolOptions): MirrorPool {
  const seats = new Map<string, Seat>()
  return {
    async use(key, job) {
      const name = formatSessionKey(key)
      const seat = seats.get(name) ?? { key, mirror: createMirror(), jobs: 0, turn: Promise.resolve() }
      // The map is in the order of use.
      seats.delete(name)
      seats.set(name, seat)
      try {
        return await takeTurn(seat, () => job(seat.mirror))
      } finally {
        await letGo()
      }
    },
  }

  async function takeTurn<T>(seat: Seat, job: () => Promise<T>): Promise<T> {
    seat.jobs++
    const turn = seat.turn.then(job)
    seat.turn = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      seat.jobs--
    }
  }

  async function letGo(): Promise<void> {
    for (const [name, seat] of [...seats]) {
      if (seats.size <= limit) return
      if (seat.jobs > 0) continue
      await takeTurn(seat, () => release(seat.key))
      // Somebody may have come for it meanwhile.
      if (seat.jobs === 0 && seats.get(name) === seat) seats.delete(name)
    }
  }
}
