import { stripControl } from '@antiphon/core'
import type { SessionFile } from '@antiphon/transcript'

/** Says which sessions a name could mean, so that a person can choose. */
export async function formatCandidates(name: string, files: readonly SessionFile[]): Promise<string> {
  return `${stripControl(name)} names ${files.length} sessions: ${files.map(file => stripControl(file.path)).join(', ')}.`
}
