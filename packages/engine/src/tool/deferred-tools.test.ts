import { createAttachmentMessage, createUserMessage } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import type { AgentTool } from './agent-tool.ts'
import { deferTools } from './defer-tools.ts'
import { createDeferredToolsNotice, findReferencedTools, toDeferredTools } from './deferred-tools.ts'
import {
  isToolSearchEnabledOptimistic,
  readToolSearchSwitch,
  type ToolSearchSwitch,
} from './tool-search-switch.ts'
import { createToolbox } from './toolbox.ts'

const tool = (name: string, isDeferred = false, description = ''): AgentTool => ({
  name,
  aliases: [],
  description,
  inputSchema: { type: 'object' },
  isDeferred,
  prepare: () => ({ problem: 'never called' }),
})

const SEARCH = tool('ToolSearch')
const READ = tool('Read')
const MCP = tool('mcp__a__b', false, 'words '.repeat(200))
const MODEL = 'claude-haiku-4-5'

describe('the switch', () => {
  it.each<[string | undefined, ToolSearchSwitch]>([
    ['true', { kind: 'on' }],
    ['false', { kind: 'off' }],
    ['auto', { kind: 'auto', percent: 10 }],
    ['auto:3', { kind: 'auto', percent: 3 }],
    ['auto:0', { kind: 'on' }],
    ['auto:100', { kind: 'off' }],
    [undefined, { kind: 'auto', percent: 10 }],
    ['what', { kind: 'auto', percent: 10 }],
  ])('reads %j', (value, expected) => {
    expect(readToolSearchSwitch({ ENABLE_TOOL_SEARCH: value }, 'anthropic')).toEqual(expected)
  })

  it('is off by itself where nobody knows whether the API takes deferred tools', () => {
    expect(readToolSearchSwitch({}, 'bedrock').kind).toBe('off')
    const elsewhere = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' }
    expect(readToolSearchSwitch(elsewhere, 'anthropic').kind).toBe('off')
    expect(readToolSearchSwitch({ ...elsewhere, ENABLE_TOOL_SEARCH: 'auto' }, 'anthropic').kind).toBe('auto')
    expect(isToolSearchEnabledOptimistic({ kind: 'off' })).toBe(false)
    expect(isToolSearchEnabledOptimistic({ kind: 'auto', percent: 10 })).toBe(true)
  })
})

describe('deferTools', () => {
  const namesOf = (tools: readonly AgentTool[], search: ToolSearchSwitch): readonly string[] =>
    deferTools(tools, { search, model: MODEL }).tools.flatMap(({ name, isDeferred }) =>
      isDeferred ? [name] : [],
    )

  it("defers servers' tools, and none of its own", () => {
    expect(namesOf([SEARCH, READ, MCP], { kind: 'on' })).toEqual(['mcp__a__b'])
    expect(namesOf([SEARCH, READ, MCP], { kind: 'off' })).toEqual([])
  })

  it('by itself only where they would take their share of the window', () => {
    const few = [SEARCH, MCP]
    const many = Array.from({ length: 100 }, (_, index) => ({ ...MCP, name: `mcp__a__${index}` }))
    expect(namesOf(few, { kind: 'auto', percent: 10 })).toEqual([])
    expect(namesOf([SEARCH, ...many], { kind: 'auto', percent: 10 })).toHaveLength(100)
    expect(namesOf([SEARCH, ...many], { kind: 'auto', percent: 50 })).toEqual([])
  })
})

describe('a toolbox', () => {
  it('offers the search only with something to find, and defers only what can be searched for', () => {
    const definitionsOf = (...tools: readonly AgentTool[]) =>
      createToolbox(tools).definitions.map(({ name, defer_loading }) => [name, defer_loading === true])
    const later = tool('mcp__a__b', true)
    expect(definitionsOf(READ, SEARCH, later)).toEqual([
      ['Read', false],
      ['ToolSearch', false],
      ['mcp__a__b', true],
    ])
    expect(definitionsOf(READ, SEARCH)).toEqual([['Read', false]])
    expect(definitionsOf(READ, later)).toEqual([
      ['Read', false],
      ['mcp__a__b', false],
    ])
    expect(createToolbox([READ, SEARCH]).find('ToolSearch')).toBeUndefined()
    expect(toDeferredTools(createToolbox([SEARCH, later])).list()).toEqual([
      { name: 'mcp__a__b', description: '' },
    ])
  })
})

describe('createDeferredToolsNotice', () => {
  const box = (...names: readonly string[]) => ({ tools: [SEARCH, ...names.map(name => tool(name, true))] })

  it('names what the model was not told, and what is gone, by what the messages say', () => {
    const first = createDeferredToolsNotice(box('mcp__a', 'mcp__b'), [])
    expect(first).toMatchObject({ addedNames: ['mcp__a', 'mcp__b'], removedNames: [] })
    const told = first ? [createAttachmentMessage(first)] : []
    expect(createDeferredToolsNotice(box('mcp__a', 'mcp__b'), told)).toBeNull()
    expect(createDeferredToolsNotice(box('mcp__b', 'mcp__c'), told)).toMatchObject({
      addedNames: ['mcp__c'],
      removedNames: ['mcp__a'],
    })
  })

  it('does not call a tool gone that is there from the start now', () => {
    const told = [
      createAttachmentMessage({
        type: 'deferred_tools_delta',
        addedNames: ['mcp__a'],
        addedLines: ['mcp__a'],
        removedNames: [],
      }),
    ]
    expect(createDeferredToolsNotice({ tools: [tool('mcp__a')] }, told)).toBeNull()
  })
})

describe('findReferencedTools', () => {
  it('reads what searches found from their results', () => {
    const reference = { type: 'tool_reference', tool_name: 'mcp__a' } as const
    const content = [{ type: 'tool_result', tool_use_id: 't', content: [reference] } as const]
    expect([...findReferencedTools([createUserMessage({ content })])]).toEqual(['mcp__a'])
  })
})
