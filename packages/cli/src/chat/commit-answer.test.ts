import { buildPersonView, createAssistantMessage, type PersonItem } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../test/plain-screen.ts'
import { findCommitted, formatAnswer } from './commit-answer.ts'

const around = { cwd: undefined, screen: plainScreen(30) }

function answer(text: string): PersonItem {
  const [item] = buildPersonView([createAssistantMessage({ content: [{ type: 'text', text }] })])
  if (!item) throw new Error('no item')
  return item
}

describe('findCommitted', () => {
  it('is what stands before the blocks that may still change', () => {
    expect(findCommitted(answer('one\n\ntwo\n\nthr'), '')).toBe('one\n\n')
    expect(findCommitted(answer('one\n\n```\ncode\n\nmore'), '')).toBe('')
    expect(findCommitted(answer('one\n\n- a\n\n- b'), '')).toBe('')
    expect(findCommitted(answer('one\n\n- a\n\n- b\n\ntwo'), '')).toBe('one\n\n')
  })
})

describe('formatAnswer', () => {
  it('gives the same lines in parts as in one, whenever they were printed', () => {
    const block = fc.constantFrom(
      ...['words of a paragraph that is long', '- item', '1. first', '> quote', '```\ncode\n\nmore\n```'],
      ...[
        '# head',
        '| a | b |\n|---|---|\n| 1 | 2 |',
        '[x]: /y',
        '[x]',
        '    code',
        '\u001b[31mred\u001b[0m',
      ],
    )
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 12 }), fc.array(fc.nat()), (blocks, cuts) => {
        const text = blocks.join('\n\n')
        const printed: string[] = []
        let begun = ''
        for (const cut of cuts.map(cut => cut % (text.length + 1)).toSorted((one, other) => one - other)) {
          const item = answer(text.slice(0, cut) || ' ')
          const next = findCommitted(item, begun)
          printed.push(...formatAnswer({ ...item, text: next }, begun, around))
          begun = next
        }
        printed.push(...formatAnswer(answer(text), begun, around))
        expect(printed).toEqual(formatAnswer(answer(text), '', around))
      }),
    )
  })
})
