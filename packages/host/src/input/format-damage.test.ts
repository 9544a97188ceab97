import { describe, expect, it } from 'vitest'
import { formatDamage, formatLogRepairs } from './format-damage.ts'

const file = { name: 'a.jsonl', entries: [], offsets: [], damage: [] }

describe('formatDamage', () => {
  it('is silent where nothing is damaged', () => {
    expect(formatDamage(file)).toBe('')
  })

  it('counts by reason and names the first places', () => {
    const torn = { reason: 'torn', offset: 1200, length: 40 } as const
    const noise = [1, 2, 3, 4].map(offset => ({ reason: 'not-json', offset, length: 1 }) as const)
    expect(formatDamage({ ...file, damage: [torn, ...noise] })).toBe(
      'a.jsonl: skipped 5 damaged lines: 1 torn at byte 1,200; 4 not JSON at byte 1, 2, 3, ….\n',
    )
  })
})

describe('formatLogRepairs', () => {
  it('says what is missing, and what to do', () => {
    const report = [
      { rule: 'dangling-parent', uuid: 'a', offset: 10, detail: '' },
      { rule: 'no-uuid', uuid: null, detail: '' },
    ] as const
    expect(formatLogRepairs(file, report)).toBe(
      'Note: 1 message points to one that is missing; 1 message is not stored as usual in a.jsonl. All else is read; `antiphon doctor` shows where.\n',
    )
    expect(formatLogRepairs(file, [{ rule: 'bad-line', uuid: null, offset: 1200, detail: '' }])).toMatch(
      /^Note: 1 line cannot be read at byte 1,200 in a\.jsonl\./,
    )
    expect(formatLogRepairs(file, report.slice(0, 1))).toMatch(
      /^Note: 1 message points to one that is missing in a\.jsonl\./,
    )
  })
})
