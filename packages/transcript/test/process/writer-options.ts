import type { SessionKey } from '../../src/store/session-key.ts'
import type { Acknowledgement } from '../../src/store/transcript-store.ts'

/** What a writer process is told to do. */
export type WriterOptions = {
  readonly root: string
  readonly key: SessionKey
  /** The file for what it is promised, a line each. */
  readonly notes: string
  /** Its entries have the numbers from here on. */
  readonly first: number
  readonly count: number
  /** A file that it waits for before it begins. */
  readonly waitsFor?: string
  /** It stops after this time. */
  readonly milliseconds?: number
  readonly producers?: number
  /** The least and the most of a line. */
  readonly bytes?: readonly [number, number]
  /** What to wait for, by turns. */
  readonly acknowledge?: readonly Acknowledgement[]
  /** Without a lease only the look for foreign bytes protects the log. */
  readonly hasLease?: boolean
  /** Release the log now and then, so that others get it; after a conflict, try once more, release, and begin anew. */
  readonly handsOn?: boolean
  /** Neither close nor end. */
  readonly waitsForDeath?: boolean
  readonly stopsAtError?: boolean
}
