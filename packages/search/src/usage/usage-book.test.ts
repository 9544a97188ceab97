import { arbitraryUsage } from '@antiphon/core/testing/arbitrary-usage'
import { toUsageSum, type UsageSum } from '@antiphon/core/usage'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCalendar } from './calendar.ts'
import { encodeAnswers, hashId } from './known-log.ts'
import { createUsageBook } from './usage-book.ts'
import { createAnswerMeasure, sumAnswerItems } from './usage-item.ts'
import type { UsageTotal } from './usage-tally.ts'
import { computeUsageReport, createUsageTally, USAGE_GROUPS, type UsageTable } from './usage-tally.ts'

const time = fc
  .date({ min: new Date('2026-03-01'), max: new Date('2026-03-25'), noInvalidDate: true })
  .map(date => date.toISOString())

const answer = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '😀'),
  model: fc.constantFrom('claude-opus-4-6', 'claude-haiku-5-5', 'claude-opus-5', 'glm-4.7', ''),
  usage: fc
    .tuple(
      arbitraryUsage(),
      fc.record({ input_tokens: fc.nat({ max: 300_000 }), speed: fc.constantFrom('fast', 'standard') }),
    )
    .map(([usage, more]): UsageSum => toUsageSum({ ...usage, ...more })),
  isSubagent: fc.boolean(),
  at: fc.option(fc.oneof(time, fc.constantFrom('some day', '2026-03-13T00:00:00+02:00'))),
  agent: fc.option(fc.constantFrom('x', 'y')),
  isCopy: fc.boolean(),
  visibleTokens: fc.nat({ max: 400_000 }),
})

const file = fc.record({
  answers: fc.uniqueArray(answer, { selector: ({ id }) => id }),
  session: fc.constantFrom('s1', 's2'),
  agent: fc.option(fc.constantFrom('x', 'z')),
  lastAt: fc.option(time),
})

/** Sums of fractions depend on their order, in the last digits; so may the order of rows that cost the same. */
function sortRows({ rows, ...table }: UsageTable): UsageTable {
  return { ...table, rows: rows.toSorted((one, other) => (`${one.key}` < `${other.key}` ? -1 : 1)) }
}

function expectTable({ total, rows, ...table }: UsageTable): object {
  const about = <Total extends UsageTotal>(one: Total): object => ({
    ...one,
    costUsd: expect.closeTo(one.costUsd, 6),
    costUsdAtLeast: expect.closeTo(one.costUsdAtLeast, 6),
  })
  return { ...table, total: about(total), rows: rows.map(about) }
}

describe('a report out of items', () => {
  it('is the report of the answers, however they are served, repeated and dated', () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 5 }), fc.constantFrom(...USAGE_GROUPS), (files, by) => {
        const book = createUsageBook()
        for (const { answers, session, agent, lastAt } of files)
          book.add(
            {
              facts: { sessionId: null, cwd: null, lastAt, damaged: 0 },
              items: sumAnswerItems(answers, createAnswerMeasure()),
              hashes: Uint32Array.from(answers, ({ id }) => hashId(id)),
              answers: encodeAnswers(answers),
              calls: null,
            },
            { folder: '-p', session, agent, isStray: false },
          )
        const tally = createUsageTally(by, createCalendar('Europe/Berlin'))
        book.tellItems(tally.add)
        const table = computeUsageReport(book.answers(), { by, timeZone: 'Europe/Berlin' })
        expect(sortRows(tally.table())).toEqual(expectTable(sortRows(table)))
      }),
    )
  })
})
