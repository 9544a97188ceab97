import type { HeldLog } from '@antiphon/transcript'

/** A log that this store may write, and where it ends. */
export type HeldTableLog = HeldLog & {
  readonly name: string
  /** Which of the logs that had this name one after the other. */
  readonly life: string
  readonly born: string
  /** Counts who had it: whoever slept through a takeover has an old one. */
  readonly epoch: string
}
