import type { DefectFinding, VerdictRow } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { countVerdicts } from './health-bar.tsx'
import { applyReport } from './use-verdicts.ts'

const row = (id: string, fields: Partial<VerdictRow> = {}): VerdictRow => ({
  ...{ id, sessionId: id, title: id, cwd: null, changedAt: '2026-11-15T10:00:00.000Z', bytes: 1 },
  ...{ isSubagent: false, verdict: 'repairable', findings: 3, fixable: 2, first: null, problem: null },
  ...fields,
})

describe('verdicts', () => {
  it('say of a session what its own report says, and of the others what they said', () => {
    const finding = { kind: 'blank-text', label: 'Blank text blocks', count: 11, fixable: 0 } as DefectFinding
    const rows = applyReport([row('a'), row('b', { problem: 'large', verdict: 'unexamined' })], 'b', {
      verdict: 'fine',
      findings: [finding],
      bytes: 9,
    })
    expect(rows[0]).toEqual(row('a'))
    expect(rows[1]).toMatchObject({
      ...{ verdict: 'fine', findings: 11, fixable: 0, bytes: 9, problem: null },
      first: { kind: 'blank-text', label: 'Blank text blocks', count: 11 },
    })
    expect(countVerdicts(rows)).toMatchObject({ repairable: 1, fine: 1, unexamined: 0 })
  })
})
