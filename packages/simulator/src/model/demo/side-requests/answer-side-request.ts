import type { ApiRequest } from '@antiphon/core'
import { compaction } from './compaction.ts'
import { type SideRequest, viewSide } from './side-request.ts'
import { commandPrefix, quotaProbe, toolUseSummary, webPage } from './small-jobs.ts'
import { title } from './title.ts'

/** The text that another part of an agent asks for; null where a person speaks. */
export function answerSideRequest(request: ApiRequest): string | null {
  const view = viewSide(request)
  for (const side of SIDE_REQUESTS) {
    const text = side.answer(view)
    if (text !== null) return text
  }
  return null
}

const SIDE_REQUESTS: readonly SideRequest[] = [
  quotaProbe,
  webPage,
  compaction,
  toolUseSummary,
  commandPrefix,
  title,
]
