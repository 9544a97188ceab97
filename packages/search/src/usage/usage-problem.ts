import type { DiscoveryProblem } from '@antiphon/transcript'

/** What could not be counted, and why. Everything else was. */
export type UsageProblem = {
  readonly path: string
  /** The system's code, or what befell the file. */
  readonly code: 'changed' | 'damaged' | (string & {})
  /** In words that follow the path. */
  readonly reason: string
}

export function toUsageProblem({ path, code, reason }: DiscoveryProblem): UsageProblem {
  return { path, code, reason }
}

/** A file whose numbers are left out, since it was never in the state that was read. */
export function changedProblem(path: string): UsageProblem {
  return { path, code: 'changed', reason: 'was cut or replaced while it was read: it is not counted' }
}

/** A file with lines that cannot be read; all others of it count. */
export function damagedProblem(path: string, stretches: number): UsageProblem {
  const lines = stretches === 1 ? '1 damaged line' : `${stretches} damaged lines`
  return { path, code: 'damaged', reason: `has ${lines} that may hold answers: they are not counted` }
}

/** An error of the file system in words; what is none is a bug, and thrown. */
export function failedProblem(path: string, error: unknown): UsageProblem {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error
  const reason = REASONS.get(error.code) ?? `cannot be read (${error.code})`
  return { path, code: error.code, reason: `${reason}: it is not counted` }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'may not be read by you'],
  ['EPERM', 'may not be read by you'],
  ['ENOENT', 'is gone'],
  ['EISDIR', 'is a folder and no file'],
])
