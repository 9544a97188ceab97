import type { FileOutcome } from './know-file.ts'

/** What a thread knows from its start: all files that are read anew, of which it takes one after the other. */
export type UsageThreadData = {
  readonly paths: readonly string[]
  readonly hasTools: boolean
  /** Of the claims to the files. */
  readonly claims: SharedArrayBuffer
}

/** What a thread makes of one file. */
export type ReadOutcome = {
  /** Among the paths. */
  readonly place: number
  readonly outcome: FileOutcome
  /** That were read for it. */
  readonly bytes: number
}

/** What a thread tells: that it begins, of each file that it took, and that it takes no more. */
export type FromUsageThread =
  | { readonly kind: 'ready' }
  | (ReadOutcome & { readonly kind: 'outcome' })
  | { readonly kind: 'done' }
