/**
 * What normalising did that a reader of the log would not expect, or chose not to send.
 * Every block that is in the log and not in the request is accounted for by one of these.
 */
export type Repair = {
  /** A rule of the API's contract (`TUP-01`), or `SEED-…` where the seeds say that something is not sent. */
  readonly rule: string
  readonly action: RepairAction
  /** Position of the message in the history; -1 where nothing in the log caused it. */
  readonly index: number
  readonly uuid: string | null
  readonly detail: string
}

/**
 * `omitted`: not meant for the model. `removed`: meant for it, but the API would refuse it.
 * `replaced`: something readable stands in its place. `inserted`: not in the log.
 */
export type RepairAction =
  | 'omitted'
  | 'removed'
  | 'replaced'
  | 'inserted'
  | 'moved'
  | 'renamed'
  | 'edited'
  | 'merged'

/** Takes each repair as it is made. */
export type Report = (repair: Repair) => void
