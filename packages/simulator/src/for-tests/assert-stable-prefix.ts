import { resolveTarget } from '@antiphon/contract'
import { describeDifference } from '../cache/describe-difference.ts'
import { flattenRequest } from '../cache/flatten-request.ts'
import type { RequestRecord } from '../request-log/request-record.ts'
import type { Simulator } from '../simulator.ts'
import type { ReadableRecord } from './expect-request.ts'
import { fail } from './fail.ts'
import { findRequestBefore } from './find-request-before.ts'

/**
 * Fails where a request does not begin with the blocks of the request before it in its conversation (tools, system,
 * messages): there the prompt cache breaks, and bound thinking is refused. Names the first block that differs.
 */
export function assertStablePrefix({ log }: Pick<Simulator, 'log'>): void {
  const answered = log.all().filter(isAnswered)
  for (const [index, record] of answered.entries()) {
    const before = findRequestBefore(record, answered.slice(0, index))
    const difference = before && describeFirst(before, record)
    if (difference) fail(difference, assertStablePrefix)
  }
}

function isAnswered(record: RequestRecord): record is ReadableRecord {
  return record.request !== null && record.answer !== null
}

function describeFirst(before: ReadableRecord, record: ReadableRecord): string | null {
  const was = flatten(before)
  const is = flatten(record)
  const index = was.findIndex(({ text }, place) => text !== is[place]?.text)
  const block = was[index]
  if (block === undefined) return null
  const now = is[index]
  const texts = now ? describeDifference(block.text, now.text) : { before: block.text, after: NOTHING }
  return [
    `request ${record.number} does not begin with the blocks of request ${before.number}, which it goes on from.`,
    `The first block that differs is ${block.path} (block ${index + 1} of ${was.length}):`,
    `  was: ${texts.before}`,
    `  is:  ${texts.after}`,
  ].join('\n')
}

const NOTHING = '(nothing: the request ends before it)'

function flatten({ request }: ReadableRecord): ReturnType<typeof flattenRequest> {
  return flattenRequest(request, resolveTarget({ model: request.model }))
}
