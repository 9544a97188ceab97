import { isObject } from '@antiphon/contract'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { Verdict } from '../permissions/auto-mode/classifier.ts'

/** Reads the classifier's answer; whatever is not exactly one verdict is none. */
export function readVerdict(answer: string): Verdict {
  const text = answer.trim().replace(/^```(?:json)?\s*(?<inner>[\s\S]*?)\s*```$/, '$<inner>')
  const value = parse(text)
  const decision = isObject(value) ? value.decision : undefined
  if (!isObject(value) || (decision !== 'allow' && decision !== 'block'))
    return { behavior: 'unsure', reason: 'the classifier gave no verdict' }
  const said = typeof value.reason === 'string' ? value.reason : ''
  const reason = oneLine(stripControl(said))
    .slice(0, LONGEST_REASON)
    .replace(/[.\s]+$/, '')
  return { behavior: decision === 'allow' ? 'allow' : 'deny', reason: reason || 'it gave no reason' }
}

const LONGEST_REASON = 300

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
