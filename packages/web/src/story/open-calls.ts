import type { ToolStory } from '@antiphon/core'
import { actionOf } from '@antiphon/core/turns'
import type { PersonSettings } from '@antiphon/server/protocol'

/** Which calls are open before the reader opened any. */
export type OpenCalls = PersonSettings['openToolCalls']

/** Whether a call is open before the reader chose: one that runs always is, so that it can be watched. */
export function isOpenCall({ name, status }: ToolStory, openCalls: OpenCalls): boolean {
  if (status === 'running' || openCalls === 'all') return true
  if (openCalls === 'none') return false
  if (status === 'failed') return true
  return openCalls === 'edits' && CHANGES.has(actionOf(name))
}

const CHANGES: ReadonlySet<string> = new Set(['edited', 'wrote'])
