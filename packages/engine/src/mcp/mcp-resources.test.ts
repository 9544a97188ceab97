import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMcpHarness, type McpHarness, stdio } from './testing/mcp-harness.ts'

let mcp: McpHarness
beforeEach(async () => {
  mcp = await createMcpHarness()
})
afterEach(() => mcp.close())

const signal = new AbortController().signal

describe('what servers offer for reading', () => {
  it('is listed with its templates, and attached by its name', async () => {
    const { resources } = await mcp.connect({ rich: stdio('rich'), good: stdio('good') })
    const offered = await resources.list(signal)
    expect(offered).toContainEqual({
      ...{ server: 'rich', uri: 'mem://notes', name: 'notes', description: '', isTemplate: false },
    })
    expect(offered).toContainEqual(expect.objectContaining({ uri: 'mem://day/{day}', isTemplate: true }))
    expect(await resources.attach('rich:mem://notes', signal)).toEqual({
      type: 'mcp_resource',
      ...{ server: 'rich', uri: 'mem://notes', name: 'notes' },
      content: { contents: [{ uri: 'mem://notes', text: 'buy milk' }] },
    })
    expect(await resources.attach('rich:mem://day/monday', signal)).toMatchObject({
      content: { contents: [{ text: 'monday is free' }] },
    })
  })

  it('holds no bytes that nobody can read, and is null where nobody knows it', async () => {
    const { resources } = await mcp.connect({ rich: stdio('rich'), good: stdio('good') })
    expect(await resources.attach('rich:mem://zip', signal)).toMatchObject({
      content: { contents: [{ text: '[application/zip, 4 base64 characters, not shown]' }] },
    })
    for (const unknown of ['rich:mem://none', 'good:mem://notes', 'nobody:x', 'rich:', 'me@example.com'])
      expect(await resources.attach(unknown, signal)).toBeNull()
  })
})
