import type { DefectFinding, DefectReport, ShownPlace } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { FindingList } from './finding-list.tsx'
import { ResumeTable } from './resume-table.tsx'

const place = (fields: Partial<ShownPlace> = {}): ShownPlace => ({
  ...{ line: 3, offset: 40, uuid: 'u', detail: 'd', text: 'the line', isShown: true },
  ...fields,
})
const finding = (fields: Partial<DefectFinding> = {}): DefectFinding => ({
  ...{ kind: 'made-up', severity: 'error', harm: 'lost', label: 'A label', sentence: 'It means this.' },
  ...{ count: 1, fixable: 0, places: [place()] },
  ...fields,
})
const numbers = { model: 'm', messages: 1200, blocks: 3, repairs: 0, unsent: 0, violations: 2 }
const report = (fields: Partial<DefectReport>): DefectReport =>
  ({
    verdict: 'repairable',
    findings: [],
    changes: [],
    changeCount: 0,
    resume: { before: numbers, after: { ...numbers, violations: 0 } },
    ...fields,
  }) as DefectReport
const findings = (fields: Partial<DefectFinding>, more: Partial<DefectReport> = {}) =>
  draw(<FindingList session="s" report={report({ findings: [finding(fields)], ...more })} />)

describe('FindingList', () => {
  it('says what it is, how often, what it means, and whether a repair settles it', () => {
    expect(findings({}).each('h3')[0]).toMatch(/A label$/)
    expect(findings({ count: 1500, fixable: 2 }).each('h3')[0]).toContain('1,500×')
    expect(findings({}).text).toContain('It means this.')
    expect(findings({}, { verdict: 'no-session' }).text).not.toContain('It means this.')
    expect(findings({}).text).toContain('Left as it is')
    expect(findings({ fixable: 1 }).text).toContain('Repair')
  })

  it('leads to what the session shows, and quotes what it does not', () => {
    expect(findings({}).attributes('a', 'href')[0]).toContain('u')
    expect(findings({}).text).not.toContain('the line')
    const unseen = findings({ places: [place({ isShown: false })] })
    expect(unseen.attributes('a', 'href')).toEqual([])
    expect(unseen.each('code')).toEqual(['the line'])
    expect(findings({ places: [place({ offset: null })] }).attributes('a', 'href')).toEqual([])
  })

  it('shows a line as it is and as a repair makes it', () => {
    const change = {
      action: 'rewritten' as const,
      line: 3,
      offset: 40,
      before: 'old words',
      after: 'new words',
    }
    const drawn = findings(
      { fixable: 1 },
      { changes: [change, { ...change, line: 9, offset: 90, before: 'far' }] },
    )
    expect(drawn.each('pre')).toEqual(['old words', 'new words'])
    expect(findings({ fixable: 0 }, { changes: [change] }).each('pre')).toEqual([])
  })

  it('shows the first places of many', () => {
    const drawn = findings({ places: Array.from({ length: 8 }, () => place()) })
    expect(drawn.each('li')).toHaveLength(5)
    expect(drawn.each('button')[0]).toContain('3')
  })
})

describe('ResumeTable', () => {
  it('compares with what a repair makes of it, where it changes anything', () => {
    const table = (changeCount: number) => draw(<ResumeTable report={report({ changeCount })} />)
    expect(table(0).each('td').filter(Boolean)).toEqual([
      '1,200',
      '3',
      '0',
      '0',
      expect.stringContaining('2'),
    ])
    expect(table(1).each('td').filter(Boolean)).toHaveLength(10)
    expect(table(1).each('td').at(-1)).not.toContain('2')
  })
})
