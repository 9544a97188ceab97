import type { McpServers, PermissionQuestion } from '@antiphon/engine'
import { describe, expect, it } from 'vitest'
import { createToolPermissionPrompt } from './ask-by-tool.ts'

const QUESTION = {
  toolName: 'Bash',
  toolUseId: 't',
  input: { command: 'ls' },
  signal: new AbortController().signal,
} as unknown as PermissionQuestion

function ask(call: McpServers['call']): ReturnType<ReturnType<typeof createToolPermissionPrompt>> {
  return createToolPermissionPrompt({ call } as McpServers, 'mcp__guard__decide')(QUESTION)
}

const say =
  (text: string): McpServers['call'] =>
  async () => ({ content: [{ type: 'text', text }] })

describe('createToolPermissionPrompt', () => {
  it('tells the tool what is asked, and does what it decides', async () => {
    const asked: unknown[] = []
    const answer = await ask(async (tool, input) => {
      asked.push(tool, input)
      return { content: [{ type: 'text', text: '{"behavior":"allow","updatedInput":{"command":"ls -a"}}' }] }
    })
    expect(answer).toEqual({ behavior: 'allow', updatedInput: { command: 'ls -a' } })
    expect(asked).toEqual([
      'mcp__guard__decide',
      { tool_name: 'Bash', input: { command: 'ls' }, tool_use_id: 't' },
    ])
    expect(await ask(say('{"behavior":"deny","message":"not now"}'))).toMatchObject({ message: 'not now' })
  })

  it('takes for a refusal what is no decision, and what fails', async () => {
    for (const text of ['', 'yes', '[]', 'null', '{"behavior":"maybe"}'])
      expect(await ask(say(text))).toMatchObject({ behavior: 'deny' })
    expect(await ask(async () => Promise.reject(new Error('gone')))).toMatchObject({
      behavior: 'deny',
      message: expect.stringContaining('gone'),
    })
  })
})
