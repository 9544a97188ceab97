import type { TellProgress } from '../numbers/tell-progress.ts'

/** Makes a report unless one of the same key is being made or is fresh; all who wait hear how far it is. */
export type KeepReport<Report> = (
  key: string,
  onProgress: TellProgress,
  make: (onProgress: TellProgress) => Promise<Report>,
) => Promise<Report>

/**
 * Keeps reports that take long for those who ask again soon. One that is begun is made to its end, whoever leaves
 * meanwhile: people who look into a session come back.
 */
export function createReportKeeper<Report>(freshMs: number): KeepReport<Report> {
  const kept = new Map<string, Kept<Report>>()

  function begin(key: string, make: (onProgress: TellProgress) => Promise<Report>): Kept<Report> {
    const listeners = new Set<TellProgress>()
    const report = make((done, total) => {
      for (const tell of listeners) tell(done, total)
    })
    const entry: Kept<Report> = { listeners, report, until: Number.POSITIVE_INFINITY }
    kept.set(key, entry)
    report.then(
      () => (entry.until = performance.now() + freshMs),
      () => kept.delete(key),
    )
    return entry
  }

  return async (key, onProgress, make) => {
    for (const [old, { until }] of kept) if (until <= performance.now()) kept.delete(old)
    const entry = kept.get(key) ?? begin(key, make)
    const listen: TellProgress = (done, total) => onProgress(done, total)
    entry.listeners.add(listen)
    try {
      return await entry.report
    } finally {
      entry.listeners.delete(listen)
    }
  }
}

type Kept<Report> = {
  readonly listeners: Set<TellProgress>
  readonly report: Promise<Report>
  /** When it is old; never while it is being made. */
  until: number
}
