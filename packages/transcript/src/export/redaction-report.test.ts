import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'
import { createRedactionReport, maskSecret } from './redaction-report.ts'

const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const entry = {
  type: 'user',
  uuid: 'u1',
  timestamp: '2026-01-02T03:04:05.000Z',
  message: { role: 'user', content: `use ${TOKEN} and password=hunter2secret9` },
}

describe('createRedactionReport', () => {
  it('tells what was found and where, but not what it is', () => {
    const report = createRedactionReport()
    const redactor = createRedactor({ onSecret: report.onSecret })
    report.enter(entry)
    redactor.value(entry)
    expect(report.list().map(({ kind, place, uuid }) => `${kind} ${uuid} ${place}`)).toEqual([
      'github-token u1 a prompt, 2026-01-02 03:04',
      'password u1 a prompt, 2026-01-02 03:04',
    ])
    expect(JSON.stringify(report.list())).not.toMatch(/a1B2|hunter2/)
  })

  it('tells of a kind that is kept, which stays in the text and in what is recalled', () => {
    const report = createRedactionReport()
    const redactor = createRedactor({ kept: new Set(['github-token']), onSecret: report.onSecret })
    report.enter(entry)
    const text = JSON.stringify(redactor.recall(redactor.value(entry)))
    expect(text).toContain(TOKEN)
    expect(text).toContain('[redacted:password]')
    expect(report.list()).toHaveLength(2)
    expect(redactor.counts()).toEqual({ password: 1 })
  })

  it.each(['', 'x', 'hunter2', TOKEN])('shows no more than an eighth of %j', value => {
    const [shown = ''] = maskSecret(value).split('•')
    expect(shown.length).toBeLessThanOrEqual(value.length / 8)
    expect(value.startsWith(shown)).toBe(true)
  })
})
