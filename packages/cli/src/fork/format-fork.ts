import { formatCount, stripControl } from '@antiphon/core/ui'

/** What came of a fork. */
export type ForkSummary = {
  readonly sessionId: string
  readonly path: string
  readonly forkedFrom: string
  /** The entry at which it was forked; null for the end. */
  readonly at: string | null
  /** Entries that both sessions have. */
  readonly shared: number
  /** True where sessions are looked for, so that the id will do. */
  readonly isFoundById: boolean
}

/** A fork in three lines: what it is, where it lies, how to look at it. */
export function formatFork(fork: ForkSummary): readonly string[] {
  const { sessionId, path, forkedFrom, at, shared, isFoundById } = fork
  const entries = formatCount(shared, 'entry', 'entries')
  const place = at === null ? '' : ` up to ${at}`
  return [
    `Forked ${entries} of ${forkedFrom}${place} into ${sessionId}:`,
    path,
    `See it with: antiphon show ${isFoundById ? sessionId : quote(path)}`,
  ].map(line => stripControl(line))
}

/** A path as a shell takes it. */
function quote(path: string): string {
  return /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
