import { describe, expect, it } from 'vitest'
import { createQuestionQueue } from './answer-server-requests.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

describe('createQuestionQueue', () => {
  it('asks one after the other, goes on behind one that fails, and declines what is too much', async () => {
    let tooMany = 0
    const ask = createQuestionQueue(() => {
      tooMany += 1
    })
    let open = 0
    const asked = Array.from({ length: MCP_LIMITS.questions + 3 }, (_, index) =>
      ask(async () => {
        open += 1
        expect(open).toBe(1)
        await Promise.resolve()
        open -= 1
        if (index === 0) throw new Error('nobody there')
        return index
      }).catch(() => 'failed'),
    )
    expect(await Promise.all(asked)).toEqual(['failed', 1, 2, 3, 4, null, null, null])
    expect(tooMany).toBe(3)
    expect(await ask(async () => 'again')).toBe('again')
  })
})
