import type { KnownFile } from './file-table.ts'
import { type ReadFileUsageOptions, readFileUsage } from './read-file-usage.ts'
import { changedProblem, failedProblem, type UsageProblem } from './usage-problem.ts'

/** What is known of a file now, or why nothing is. */
export type FileOutcome =
  | { readonly kind: 'known'; readonly file: KnownFile; readonly isRead: boolean }
  | { readonly kind: 'problem'; readonly problem: UsageProblem }

/** Reads a file, or what was appended to what is known of it. */
export async function knowFile(path: string, options: ReadFileUsageOptions): Promise<FileOutcome> {
  const { known, signal } = options
  try {
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
