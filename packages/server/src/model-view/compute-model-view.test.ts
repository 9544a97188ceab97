import { isObject } from '@antiphon/contract'
import type { TranscriptEntry } from '@antiphon/core'
import { arbitraryHistory } from '@antiphon/core/testing/arbitrary-history'
import { arbitraryRichHistory } from '@antiphon/core/testing/arbitrary-rich-history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeModelView, type WholeModelView } from './compute-model-view.ts'

const RUNS = { numRuns: 40 }

const histories = fc.oneof(arbitraryHistory, arbitraryRichHistory)

function viewOf(history: readonly unknown[]): WholeModelView {
  // What a history generator gives is as loose as what a file may hold.
  const messages = history as readonly TranscriptEntry[]
  return computeModelView({
    messages,
    seqs: messages.map((_, index) => index),
    isCompacted: false,
    model: undefined,
    bytesRead: 0,
  })
}

describe('computeModelView', () => {
  it('knows for every message of the request what it was made of, or which repair put it in', () => {
    fc.assert(
      fc.property(histories, history => {
        const { request, sources, repairs } = viewOf(history)
        const unexplained = request.messages.filter(
          (_, index) =>
            sources[index]?.length === 0 && !repairs[index]?.some(({ action }) => action === 'inserted'),
        )
        expect(unexplained).toEqual([])
      }),
      RUNS,
    )
  })
  it('loses no repair on the way', () => {
    fc.assert(
      fc.property(histories, history => {
        const { computed, repairs, strayRepairs } = viewOf(history)
        const told = computed.repairs.filter(({ action }) => action !== 'omitted').length
        expect(repairs.flat().length + strayRepairs.length).toBe(told)
      }),
      RUNS,
    )
  })
  it('has the words of a prompt in the message that names it', () => {
    fc.assert(
      fc.property(histories, history => {
        const { request, sources, repairs } = viewOf(history)
        for (const [index, list] of sources.entries())
          for (const { seq } of list) {
            const message = history[seq]?.message
            const said = isObject(message) && message.role === 'user' ? message.content : undefined
            if (typeof said !== 'string' || said.trim() === '' || repairs[index]?.length !== 0) continue
            expect(JSON.stringify(request.messages[index])).toContain(JSON.stringify(said).slice(1, -1))
          }
      }),
      RUNS,
    )
  })
  it('names each stored message at most once', () => {
    fc.assert(
      fc.property(histories, history => {
        const seqs = viewOf(history).sources.flatMap(list => list.map(({ seq }) => seq))
        expect(new Set(seqs).size).toBe(seqs.length)
      }),
      RUNS,
    )
  })
})
