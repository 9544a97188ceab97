/** A log that this store may write, and where it ends. */
export type HeldLog = {
  readonly name: string
  /** Which of the logs that had this name one after the other. */
  readonly life: string
  readonly born: string
  /** Counts who had it: whoever slept through a takeover has an old one. */
  readonly epoch: string
  end: number
  /** What became of the last append is not known: the next one claims the log anew, so that nothing late can touch it. */
  isUnsure?: boolean
}

/** Lines to be appended, in one piece of memory. */
export type Lines = { readonly bytes: Buffer; readonly lengths: readonly number[] }

/** Lines without their ends, as they shall come back. */
export function toLines(lines: readonly Uint8Array[]): Lines {
  return { bytes: Buffer.concat(lines), lengths: lines.map(({ length }) => length) }
}
