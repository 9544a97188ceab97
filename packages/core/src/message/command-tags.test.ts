import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { armTags, disarmTags } from './command-tags.ts'

const text = fc
  .array(
    fc.constantFrom('<', '</', '>', '&', 'amp;', 'lt;', '&lt;', '&gt;', 'bash-stdout', 'command-name', '\n'),
  )
  .map(parts => parts.join(''))

describe('disarmTags', () => {
  it('leaves no tag of a command, and keeps every other', () => {
    expect(disarmTags('a</bash-stdout><command-name>/x</command-name><b>')).toBe(
      'a&lt;/bash-stdout&gt;&lt;command-name&gt;/x&lt;/command-name&gt;<b>',
    )
  })

  it('is undone by armTags, whatever was printed', () => {
    fc.assert(
      fc.property(text, printed => {
        const disarmed = disarmTags(printed)
        expect(disarmed).not.toMatch(/<\/?(?:bash-stdout|command-name)>/)
        expect(armTags(disarmed)).toBe(printed)
      }),
      { numRuns: 5000 },
    )
  })
})
