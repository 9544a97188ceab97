import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AssistantMessage, createAssistantMessage } from '../message/assistant-message.ts'
import { createAttachmentMessage } from '../message/attachment-message.ts'
import {
  createCompactBoundaryMessage,
  createMicrocompactBoundaryMessage,
} from '../message/create-system-message.ts'
import type { Message } from '../message/message.ts'
import { createUserMessage } from '../message/user-message.ts'
import { arbitraryHistory } from '../testing/arbitrary-history.ts'
import { computeContextUsage } from './compute-context-usage.ts'
import type { ContextUsage } from './context-usage.ts'
import type { ContextUsageOptions } from './context-usage-options.ts'

const text = (tokens: number): string => 'abcd'.repeat(tokens)

const BASE: ContextUsageOptions = {
  model: 'claude-opus-4-5',
  messages: [],
  systemSections: [{ name: 'introduction', text: text(1000) }],
  tools: [],
  autoCompactThreshold: 167_000,
}

const tokensOf = ({ categories }: ContextUsage, id: string): number | undefined =>
  categories.find(category => category.id === id)?.tokens

function answer(content: AssistantMessage['message']['content'], usage?: object): AssistantMessage {
  const message = createAssistantMessage({ content })
  return { ...message, message: { ...message.message, usage: { ...message.message.usage, ...usage } } }
}

function toolRound(id: string, name: string, size: number): readonly Message[] {
  return [
    answer([{ type: 'tool_use', id, name, input: { path: text(20) } }]),
    createUserMessage({ content: [{ type: 'tool_result', tool_use_id: id, content: text(size) }] }),
  ]
}

describe('computeContextUsage', () => {
  it('shows an empty conversation as system prompt, buffer and free space', () => {
    const usage = computeContextUsage(BASE)
    expect(usage.categories.map(({ id, tokens, kind }) => [id, tokens, kind])).toEqual([
      ['system_prompt', 1000, 'used'],
      ['messages', 0, 'used'],
      ['autocompact_buffer', 33_000, 'buffer'],
      ['free_space', 166_000, 'free'],
    ])
    expect(usage).toMatchObject({ totalTokens: 1000, maxTokens: 200_000, percentage: 1, apiUsage: null })
  })

  it('tells tools of servers and those that wait apart', () => {
    const tool = (name: string) => ({ name, description: text(100), input_schema: { type: 'object' } })
    const usage = computeContextUsage({
      ...BASE,
      tools: [
        { definition: tool('Read') },
        { definition: tool('add'), serverName: 'calc' },
        { definition: tool('sub'), serverName: 'calc', isDeferred: true },
        { definition: tool('Rare'), isDeferred: true },
      ],
    })
    expect(usage.systemTools.map(({ name }) => name)).toEqual(['Read'])
    expect(usage.mcpTools.map(({ name, serverName, isLoaded }) => [name, serverName, isLoaded])).toEqual([
      ['add', 'calc', true],
      ['sub', 'calc', false],
    ])
    expect(usage.deferredBuiltinTools).toMatchObject([{ name: 'Rare', isLoaded: false }])
    const size = tokensOf(usage, 'system_tools') ?? 0
    expect(usage.totalTokens).toBe(1000 + 2 * size)
    expect(tokensOf(usage, 'mcp_tools_deferred')).toBe(size)
  })

  it('splits the messages by what they are', () => {
    const { messageBreakdown } = computeContextUsage({
      ...BASE,
      messages: [
        createUserMessage({ content: text(50) }),
        createAttachmentMessage({ type: 'todo_reminder', content: [], itemCount: 0 }),
        ...toolRound('t1', 'Read', 3000),
        ...toolRound('t2', 'Bash', 500),
        ...toolRound('t3', 'Read', 2000),
      ],
    })
    expect(messageBreakdown.toolCallsByType.map(({ name }) => name)).toEqual(['Read', 'Bash'])
    expect(messageBreakdown.toolResultTokens).toBeGreaterThanOrEqual(5500)
    expect(messageBreakdown.toolResultTokens).toBeLessThan(5600)
    expect(messageBreakdown.userMessageTokens).toBe(50)
    expect(messageBreakdown.attachmentsByType).toMatchObject([{ name: 'todo_reminder' }])
    expect(messageBreakdown.unattributedTokens).toBe(0)
  })

  it('shows memory apart from the messages that tell it', () => {
    const usage = computeContextUsage({
      ...BASE,
      messages: [
        createAttachmentMessage({ type: 'session_context', context: { projectInstructions: text(400) } }),
      ],
      memoryFiles: [{ path: '/p/CLAUDE.md', type: 'Project', text: text(400) }],
    })
    expect(tokensOf(usage, 'memory_files')).toBeGreaterThanOrEqual(400)
    expect(tokensOf(usage, 'messages')).toBe(0)
    expect(usage.memoryFiles).toEqual([{ path: '/p/CLAUDE.md', type: 'Project', tokens: 400 }])
  })

  it('corrects every estimate by what the API counted', () => {
    const said = [createUserMessage({ content: text(996) }), answer([{ type: 'text', text: text(2) }])]
    const estimated = computeContextUsage({ ...BASE, messages: said }).totalTokens
    expect(estimated).toBe(2000)
    const usage = { input_tokens: 10, cache_read_input_tokens: 2980, output_tokens: 10 }
    const messages = [...said.slice(0, 1), answer([{ type: 'text', text: text(2) }], usage)]
    const corrected = computeContextUsage({ ...BASE, messages })
    expect(corrected).toMatchObject({ totalTokens: 3000, apiUsage: { cache_read_input_tokens: 2980 } })
    expect(tokensOf(corrected, 'system_prompt')).toBe(1500)
    const later = computeContextUsage({
      ...BASE,
      messages: [...messages, createUserMessage({ content: text(100) })],
    })
    expect(later.totalTokens).toBe(3150)
  })

  it('says what was counted and is not to be seen', () => {
    const messages = [answer([{ type: 'text', text: text(2) }], { input_tokens: 50_000 })]
    const usage = computeContextUsage({ ...BASE, messages })
    expect(usage.totalTokens).toBe(50_000)
    expect(usage.messageBreakdown.unattributedTokens).toBeGreaterThan(47_000)
  })

  it('does not believe what was counted before a compaction, kept messages included', () => {
    const kept = answer([{ type: 'text', text: text(10) }], { input_tokens: 190_000 })
    const boundary = createCompactBoundaryMessage({
      trigger: 'auto',
      preTokens: 190_000,
      preservedSegment: { headUuid: kept.uuid, anchorUuid: kept.uuid, tailUuid: kept.uuid },
    })
    const usage = computeContextUsage({ ...BASE, messages: [kept, boundary, kept] })
    expect(usage).toMatchObject({ totalTokens: 1012, apiUsage: null })
  })

  it('does not count results that were cleared', () => {
    const messages = toolRound('t1', 'Read', 10_000)
    const cleared = createMicrocompactBoundaryMessage({
      preTokens: 10_000,
      tokensSaved: 10_000,
      compactedToolIds: ['t1'],
      clearedAttachmentUUIDs: [],
    })
    expect(computeContextUsage({ ...BASE, messages }).totalTokens).toBeGreaterThan(11_000)
    expect(computeContextUsage({ ...BASE, messages: [...messages, cleared] }).totalTokens).toBeLessThan(1200)
  })

  it('has no free space in a window that is too full', () => {
    const messages = [answer([{ type: 'text', text: 'x' }], { input_tokens: 250_000 })]
    const usage = computeContextUsage({ ...BASE, messages })
    expect(usage.percentage).toBe(125)
    expect(tokensOf(usage, 'free_space')).toBe(0)
    expect(tokensOf(usage, 'autocompact_buffer')).toBeUndefined()
  })

  it('is a hundred squares and adds up to the window, whatever was said', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryHistory, fc.array(fc.jsonValue())), history => {
        // Damaged files hold anything.
        const messages = history as unknown as readonly Message[]
        const usage = computeContextUsage({ ...BASE, messages })
        const inside = usage.categories.filter(({ kind }) => kind !== 'deferred')
        expect(inside.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(
          Math.max(usage.maxTokens, usage.totalTokens),
        )
        expect(usage.gridRows.flat()).toHaveLength(100)
      }),
      { numRuns: 200 },
    )
  })
})
