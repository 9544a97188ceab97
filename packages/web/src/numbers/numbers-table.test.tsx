import type { ContextReport, NumbersReport, NumbersRow, NumbersTotal } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { makeRow } from '../../test/make-sessions.ts'
import { ContextBar } from './context-bar.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { NumbersTotals } from './numbers-totals.tsx'

const tokens = { input: 100, output: 50, cacheWrite5m: 200, cacheWrite1h: 100, cacheRead: 600, total: 1050 }
const TOTAL: NumbersTotal = {
  ...{ answers: 4, subagentAnswers: 0, sessions: 2, tokens, costUsd: 8, isCostKnown: true },
  ...{ estimatedAnswers: 0, outputAtLeast: 50, costUsdAtLeast: 8, unpricedModels: [] },
  ...{ firstAt: null, lastAt: null },
}
const row = (fields: Partial<NumbersRow>): NumbersRow => ({
  ...TOTAL,
  key: 'k',
  id: null,
  rest: null,
  ...fields,
})

function table(rows: readonly NumbersRow[], fields: Partial<NumbersReport> = {}) {
  const report = { by: 'project', total: TOTAL, rows, ...fields } as NumbersReport
  const known = new Map([['id', makeRow('id', { title: 'Known' })]])
  return draw(<NumbersTable report={report} rows={known} onRow={() => undefined} />)
}

describe('NumbersTable', () => {
  it('gives each row its share of the cost, or of the tokens where no cost is known', () => {
    expect(table([row({ costUsd: 2 })]).text).toContain('25')
    const free = { total: { ...TOTAL, costUsd: 0 } }
    const half = row({ costUsd: 0, tokens: { ...tokens, total: 525 } })
    expect(table([half], free).text).toContain('50')
  })

  it('leads to the sessions of a project, to a session and its numbers, and from a model nowhere', () => {
    expect(table([row({ key: '/a' })]).each('button')).toEqual(['/a'])
    const session = table([row({ key: 'x', id: 'id' })], { by: 'session' })
    expect(session.attributes('a', 'href')).toEqual(['#/session/id', '#/usage/id'])
    expect(session.each('a')[0]).toBe('Known')
    const model = table([row({ key: 'opus' })], { by: 'model' })
    expect([model.each('button'), model.each('a')]).toEqual([[], []])
  })

  it('names the rest and the sum', () => {
    const names = table([row({ key: '/a' }), row({ rest: 12 })])
      .each('th')
      .slice(-3)
    expect(names).toEqual(['/a', '12 more rows', expect.stringMatching(/\w/)])
  })
})

describe('NumbersTotals', () => {
  it('tells how much of what was read came from the cache, and what is estimated', () => {
    const totals = (fields: Partial<NumbersTotal>) =>
      draw(<NumbersTotals total={{ ...TOTAL, ...fields }} />).text
    expect(totals({})).toContain('60%')
    expect(totals({})).not.toContain('≥')
    expect(totals({ estimatedAnswers: 1, outputAtLeast: 900 })).toContain('≥ 900 50 recorded')
    expect(totals({ costUsdAtLeast: 9 })).toContain('≥ $9')
    const nothing = { ...tokens, input: 0, cacheWrite5m: 0, cacheWrite1h: 0, cacheRead: 0 }
    expect(totals({ tokens: nothing })).toContain('0%')
  })
})

describe('ContextBar', () => {
  it('is a bar whose parts and free space make the whole window', () => {
    const parts = { system: 100, results: 300, user: 0 }
    const point = { tokens: 400, maxTokens: 1000, parts }
    const report = { answers: 1, points: [point], compactions: [] } as unknown as ContextReport
    const drawn = draw(<ContextBar report={report} />)
    const widths = drawn.attributes('rect', 'width').filter(width => width.endsWith('%'))
    // The first is the window itself.
    expect(widths).toEqual(['100%', '30%', '10%'])
    expect(drawn.text).toContain('40%')
    expect(drawn.text).toContain('60%')
    expect(draw(<ContextBar report={{ answers: 0, points: [], compactions: [] }} />).html).toBe('')
  })
})
