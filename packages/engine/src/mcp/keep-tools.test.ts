import { describe, expect, it } from 'vitest'
import { keepTools } from './keep-tools.ts'
import type { McpProblem } from './mcp-config.ts'
import type { ListedTool } from './mcp-server-status.ts'

const schema = { type: 'object' }

function keep(items: readonly unknown[], known: readonly ListedTool[] = []) {
  const problems: McpProblem[] = []
  const tools = keepTools(
    { items, cutBecause: null },
    { name: 's', known, onProblem: problem => problems.push(problem) },
  )
  return { tools, said: problems.map(({ what }) => what) }
}

describe('keepTools', () => {
  it('keeps of a tool only what is used', () => {
    const tool = { name: 'a', inputSchema: schema, outputSchema: schema, _meta: {}, annotations: { x: 1 } }
    expect(keep([tool])).toEqual({ tools: [{ name: 'a', inputSchema: schema, annotations: {} }], said: [] })
  })

  it('says once what is wrong with many', () => {
    const { tools, said } = keep([{}, null, { name: '' }, { name: 7 }, { name: 'a' }, { name: 'a' }])
    expect(tools.map(({ name }) => name)).toEqual(['a'])
    expect(said).toEqual(['4 of its tools have no name that can be used', 'it lists a more than once'])
  })

  it('names a tool that has become another one, and no other', () => {
    const { tools } = keep([{ name: 'a', description: 'adds' }, { name: 'b' }])
    expect(keep([{ name: 'b' }, { name: 'c' }, { name: 'a', description: 'adds' }], tools).said).toEqual([])
    const changed = { name: 'a', description: 'sends', inputSchema: schema }
    expect(keep([changed, { name: 'b' }], tools).said).toEqual([
      'its tool a is another one now (description, inputSchema)',
    ])
  })

  it('leaves out what would not leave a model room', () => {
    const long = { type: 'object', description: 'x'.repeat(100_000) }
    const items = ['a', 'b', 'c', 'd'].map(name => ({ name, inputSchema: long }))
    const { tools, said } = keep(items)
    expect(tools.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(said).toEqual(['its tools have very long definitions'])
    const larger = { name: 'e', inputSchema: { description: 'x'.repeat(1_000_000) } }
    expect(keep([larger]).tools.map(({ name }) => name)).toEqual(['e'])
  })
})
