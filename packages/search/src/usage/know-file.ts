import { isUnchanged, stateOf } from './file-state.ts'
import type { KnownFile } from './file-table.ts'
import { type ReadFileUsageOptions, readFileUsage } from './read-file-usage.ts'
import { changedProblem, failedProblem, type UsageProblem } from './usage-problem.ts'

/** What is known of a file now, or why nothing is. */
export type FileOutcome =
  | { readonly kind: 'known'; readonly file: KnownFile; readonly isRead: boolean }
  | { readonly kind: 'problem'; readonly problem: UsageProblem }

/** Takes what is remembered of a file where it is still true, and reads the file where it is not. */
export async function knowFile(path: string, options: ReadFileUsageOptions): Promise<FileOutcome> {
  const { known, hasTools, signal } = options
  try {
    const isEnough = known !== undefined && (!hasTools || known.calls !== null)
    if (isEnough && isUnchanged(stateOf(path), known.state))
      return { kind: 'known', file: known, isRead: false }
    // What changed while it was read may hold still the second time.
    const file =
      (await readFileUsage(path, options)) ?? (await readFileUsage(path, { ...options, known: undefined }))
    return file
      ? { kind: 'known', file, isRead: file.table !== known?.table }
      : { kind: 'problem', problem: changedProblem(path) }
  } catch (error) {
    if (signal?.aborted) throw error
    return { kind: 'problem', problem: failedProblem(path, error) }
  }
}
