import { describe, expect, it } from 'vitest'
import { toSummaryText } from './compaction-prompt.ts'

describe('toSummaryText', () => {
  it('takes the summary whole, also where it speaks of such elements', () => {
    const text = toSummaryText(
      '<analysis>thoughts with <summary> in them</analysis><summary>1. add <details><summary>More</summary></details>\n2. the fact</summary>',
    )
    expect(text).toContain('2. the fact')
    expect(text).toContain('<summary>More</summary>')
    expect(text).not.toContain('thoughts')
  })

  it('takes an answer without marks as it is, without the analysis', () => {
    expect(toSummaryText('<analysis>a</analysis>They said one.')).toContain('They said one.')
    expect(toSummaryText('<analysis>a</analysis>They said one.')).not.toContain('analysis')
  })
})
