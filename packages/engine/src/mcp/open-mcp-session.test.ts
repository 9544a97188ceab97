import { describe, expect, it } from 'vitest'
import { MCP_LIMITS } from './mcp-limits.ts'
import { createFloodGuard } from './open-mcp-session.ts'

function floodsOf(message: object, times: number): readonly string[] {
  const floods: string[] = []
  const guard = createFloodGuard(what => floods.push(what))
  for (let index = 0; index < times; index++) guard({ jsonrpc: '2.0', ...message } as never)
  return floods
}

describe('createFloodGuard', () => {
  it('lets pass what a busy server says, and all answers', () => {
    expect(floodsOf({ method: 'notifications/message' }, MCP_LIMITS.unasked)).toEqual([])
    expect(floodsOf({ id: 1, method: 'roots/list' }, MCP_LIMITS.requests)).toEqual([])
    expect(floodsOf({ id: 1, result: {} }, MCP_LIMITS.unasked * 2)).toEqual([])
  })

  it('speaks once of a flood', () => {
    const [one, ...others] = floodsOf({ method: 'notifications/message' }, MCP_LIMITS.unasked * 2)
    expect([one, others]).toEqual([`it floods us: more than ${MCP_LIMITS.unasked} messages in 10 s`, []])
    expect(floodsOf({ id: 1, method: 'roots/list' }, MCP_LIMITS.requests + 1)).toHaveLength(1)
  })
})
