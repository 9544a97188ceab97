import { describe, expect, it } from 'vitest'
import { toHostPrompt } from './to-host-prompt.ts'

const uuid = '9e503a42-53d3-4c76-a7ec-31e89bbb1ebb'
const WORKSPACE = { type: 'WorkspaceReference' } as const

describe('toHostPrompt', () => {
  it('says the words as blocks, with what was attached as tags', () => {
    const contexts = [{ reference: { ...WORKSPACE, displayType: 'INLINE' as const }, content: 'a tree' }]
    expect(toHostPrompt({ chat: 'c', uuid, text: 'look', contexts })).toMatchObject({
      uuid,
      content: [
        { text: '> **上下文资料**\n> \n> - 🏠 当前工作区\n\nlook' },
        { text: expect.stringContaining('a tree') },
      ],
      contexts: [{ ...WORKSPACE, displayType: 'TAG' }],
      asksForAnswer: true,
    })
  })

  it('takes references without words, and refuses nothing at all', () => {
    const contexts = [{ reference: WORKSPACE, content: null }]
    expect(toHostPrompt({ chat: 'c', uuid, text: '', contexts })).toMatchObject({ uuid })
    expect(toHostPrompt({ chat: 'c', uuid, text: ' \n', contexts: [] })).toMatchObject({ status: 422 })
  })

  it('cuts a content that is far too long', () => {
    const contexts = [{ reference: WORKSPACE, content: 'x'.repeat(1_000_000) }]
    const prompt = toHostPrompt({ chat: 'c', uuid, text: 'x', contexts })
    expect(JSON.stringify(prompt).length).toBeLessThan(410_000)
    expect(JSON.stringify(prompt)).toContain('characters are left out')
  })
})
