import type { ContentBlock } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { text } from '../testing/history-builder.ts'
import { tidyBlock, tidyInnerBlock } from './tidy-block.ts'

function tidy(block: unknown) {
  const taken: string[] = []
  return { block: tidyBlock(block as ContentBlock, field => taken.push(field)), taken }
}

describe('tidyBlock', () => {
  it('gives a block back itself where nothing is foreign', () => {
    const block = { type: 'document', source: { type: 'content', content: [text('x')] }, title: null }
    expect(tidy(block).block).toBe(block)
  })

  it('names the place of what it takes off', () => {
    const { block, taken } = tidy({
      type: 'document',
      _id: 1,
      source: { type: 'content', content: [{ ...text('x'), _id: 2 }], _id: 3 },
      citations: [],
    })
    expect(block).toEqual({ type: 'document', source: { type: 'content', content: [text('x')] } })
    expect(taken).toEqual(['_id', 'citations', 'source._id', 'text._id'])
  })

  it('leaves a demanded field of the wrong kind to those who can mend it', () => {
    const block = { type: 'search_result', source: 5, title: 't', content: 'words' }
    expect(tidy(block).block).toBe(block)
  })

  it.each([{ type: { toString: 1 }, a: 1 }, { type: 'constructor', a: 1 }, 'nowhere', null])(
    'leaves a source that nobody knows: %j',
    source => {
      const block = { type: 'image', source }
      expect(tidy(block).block).toBe(block)
    },
  )

  it.each(['constructor', '__proto__', 'toString'])('takes off a field that is called %s', field => {
    const block = JSON.parse(`{"type":"text","text":"x","${field}":1}`)
    expect(JSON.stringify(tidy(block).block)).toBe('{"type":"text","text":"x"}')
  })
})

it('takes citations off a block inside of another only where there are some', () => {
  const cited = { ...text('x'), citations: [{ type: 'char_location' }] } as ContentBlock
  expect(tidyInnerBlock(cited, () => undefined)).toEqual(text('x'))
  const none = { ...text('x'), citations: null }
  expect(tidyInnerBlock(none, () => undefined)).toBe(none)
})
