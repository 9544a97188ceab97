import type { ContentBlock } from '@antiphon/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContextReference } from '../message/context-reference.ts'
import { parseContext } from './parse-context.ts'
import { placeContext } from './place-context.ts'

const FILE: ContextReference = { type: 'FileReference', path: 'a.ts' }
const GIT: ContextReference = { type: 'GitReference', gitType: 'DIFF' }
const BLOCK = '> **上下文资料**\n> \n> - 📄 `a.ts`\n\n'
const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } } as const
const RESULT = { type: 'tool_result', tool_use_id: 't', content: 'ok' } as const

describe('placeContext', () => {
  it('puts the block at the head of the words', () => {
    expect(placeContext('look', [FILE])).toBe(`${BLOCK}look`)
    expect(placeContext([IMAGE, { type: 'text', text: 'look' }], [FILE])).toEqual([
      IMAGE,
      { type: 'text', text: `${BLOCK}look` },
    ])
  })

  it('is a text of its own where there are no words, behind results', () => {
    const said: readonly ContentBlock[] = [RESULT, IMAGE]
    expect(placeContext(said, [FILE])).toEqual([RESULT, { type: 'text', text: BLOCK }, IMAGE])
    expect(placeContext('', [FILE])).toBe(BLOCK)
  })

  it('names nothing twice and leaves a rendered prompt as it is', () => {
    const rendered: readonly ContentBlock[] = [{ type: 'text', text: `${BLOCK}look` }]
    expect(placeContext(rendered, [{ ...FILE, fullPath: '/p/a.ts' }])).toBe(rendered)
    expect(placeContext(`${BLOCK}look`, [FILE, GIT])).toBe(
      '> **上下文资料**\n> \n> - 📄 `a.ts`\n> - 🔀 Git DIFF\n\nlook',
    )
  })

  it('changes nothing without references, nor the second time', () => {
    const words = [{ type: 'text', text: 'look' }] as const
    expect(placeContext(words, [])).toBe(words)
    fc.assert(
      fc.property(fc.string(), text => {
        const once = placeContext(text, [FILE, GIT])
        expect(placeContext(once, [FILE, GIT])).toBe(once)
        expect(parseContext(String(once))).toMatchObject({ references: [FILE, GIT], text })
      }),
    )
  })
})
