import type { SessionKey } from '../store/session-key.ts'

/** What the one who keeps a store of many hosts does with it. */
export interface FleetCare {
  /** What the logs are kept in, as people call it there. */
  readonly keptIn: 'tables' | 'streams'
  status(): Promise<FleetStatus>
  /** Makes what the logs are kept in, or brings it to this version; writers may go on meanwhile. */
  migrate(): Promise<{ readonly from: number; readonly to: number }>
  check(onChecked?: (logs: number) => void): AsyncIterable<LogDefect>
  prune(options: PruneOptions): Promise<PruneOutcome>
  close(): Promise<void>
}

/** How a store is. */
export type FleetStatus = {
  /** Host and place in it, without credentials. */
  readonly server: string
  /** The server's program, by the name that people know. */
  readonly program: string
  readonly version: string
  /** The version of what the logs are kept in: what is there, and what this program writes. */
  readonly tables: number
  readonly newest: number
  /** Null where there is nothing yet. */
  readonly size: FleetSize | null
  /** Months that are kept apart. */
  readonly partitions: readonly string[]
  /** In sentences for people; none where all promises hold. */
  readonly weaknesses: readonly string[]
  /** Who keeps copies of the logs, where the server tells; null where it does not. */
  readonly replication: FleetReplication | null
}

/** The servers that keep the same logs. */
export type FleetReplication = {
  /** Null while none is elected. */
  readonly leader: string | null
  readonly replicas: number
  readonly followers: readonly {
    readonly name: string
    readonly isCurrent: boolean
    /** How many entries it has not got yet. */
    readonly lag: number
    /** When it was heard of, in milliseconds before the question. */
    readonly heardMs: number
  }[]
  readonly messages: number
  readonly bytes: number
}

/** How much a store holds. */
export type FleetSize = {
  readonly sessions: number
  readonly logs: number
  readonly entries: number
  readonly bytes: number
  readonly writers: number
  /** Logs that came from a file which had gone another way. */
  readonly forks: number
}

/** A log whose head does not say what its entries are. */
export type LogDefect = { readonly key: SessionKey; readonly problem: string }

export type PruneOptions = {
  /** Logs that nobody wrote to for so many days go. */
  readonly days: number
  /** Says what would go, and removes nothing. */
  readonly isDry?: boolean
}

export type PruneOutcome = {
  readonly sessions: number
  readonly logs: number
  readonly bytes: number
  /** Months that went as a whole. */
  readonly partitions: readonly string[]
}
