import type { ContextReference } from '@antiphon/core'

/** One wish of perhaps several in a prompt, as the person wrote it; quotations are masked. */
export type Clause = {
  readonly text: string
  readonly unmask: (text: string) => string
  readonly references: readonly ContextReference[]
  /** The tools that the request offers. */
  readonly toolNames: readonly string[]
}
