import { readFileSync } from 'node:fs'
import { isObject } from '@antiphon/contract'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Line, listBlocks, readLogs } from '../headless-kit.ts'
import { holdLongConversation, type LongConversation } from './long-conversation.ts'
import { requirement } from './requirement.ts'
import { ofKind } from './talk-kit.ts'

let held: LongConversation
beforeAll(async () => {
  held = await holdLongConversation()
})
afterAll(() => held.talk.close())

/** The requests of the agent itself, without those of its subagent. */
const mainRequests = (): LongConversation['requests'] =>
  held.requests.filter(({ messages }) => JSON.stringify(messages[0]).includes('Sing'))

const contentOf = (line: Line | undefined): Line => listBlocks([line ?? {}])[0] ?? {}

describe('the wire of a long conversation', () => {
  requirement(
    ['000:107-122', '002:25-35', '000:122'],
    'begins a turn with the session, its folder, tools, servers, model and permission mode',
    async () => {
      const inits = ofKind(held.wire, 'system', 'init')
      expect(inits[0]).toMatchObject({
        ...{ type: 'system', subtype: 'init', session_id: held.session, cwd: held.talk.folder },
        tools: expect.arrayContaining(['Task', 'Bash', 'Read']),
        ...{ mcp_servers: [], model: 'claude-opus-5-5' },
      })
      expect(inits.map(({ permissionMode }) => permissionMode)).toEqual([
        ...['acceptEdits', 'default', 'bypassPermissions', 'plan'],
      ])
    },
  )

  requirement(
    ['002:8-10', '002:37-57', '002:59-76', '002:78-96', '002:142-154', '002:158-160', '004:111-130'],
    'nests calls in assistant events and results in user events, in the order in which they happened',
    async () => {
      expect(held.wire.some(({ type }) => type === 'tool_use' || type === 'tool_result')).toBe(false)
      const spoken = held.wire.filter(
        ({ type, parent_tool_use_id: parent }) =>
          (type === 'assistant' || type === 'user' || type === 'result') && (parent ?? null) === null,
      )
      const end = spoken.findIndex(({ type }) => type === 'result')
      expect(spoken.slice(0, end + 1).map(event => [event.type, contentOf(event).type ?? null])).toEqual([
        ...[['user', null]],
        ...[
          ['assistant', 'thinking'],
          ['assistant', 'text'],
          ['assistant', 'tool_use'],
          ['assistant', 'tool_use'],
        ],
        ...[
          ['user', 'tool_result'],
          ['user', 'tool_result'],
        ],
        ...[
          ['assistant', 'tool_use'],
          ['assistant', 'tool_use'],
          ['user', 'tool_result'],
          ['user', 'tool_result'],
        ],
        ...[
          ['assistant', 'redacted_thinking'],
          ['assistant', 'text'],
          ['result', null],
        ],
      ])
      expect(spoken.find(event => contentOf(event).type === 'tool_use')).toMatchObject({
        ...{ type: 'assistant', session_id: held.session },
        message: {
          ...{ id: expect.stringMatching(/^msg_/), type: 'message', role: 'assistant' },
          content: [{ type: 'tool_use', id: 'toolu_01read', name: 'Read', input: { file_path: 'song.txt' } }],
        },
      })
      expect(spoken.find(event => contentOf(event).type === 'tool_result')).toMatchObject({
        ...{ type: 'user', session_id: held.session },
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'toolu_01read', content: expect.any(String) }],
        },
      })
    },
  )

  requirement(
    ['000:133-151', '000:154', '002:98-108'],
    'ends a turn with a result: how long, how many turns, what was said and what it cost',
    async () => {
      const [result] = ofKind(held.wire, 'result')
      expect(result).toMatchObject({
        ...{ type: 'result', subtype: 'success', is_error: false, result: 'Sung.', session_id: held.session },
        ...{
          duration_ms: expect.any(Number),
          duration_api_ms: expect.any(Number),
          num_turns: expect.any(Number),
        },
        ...{ uuid: expect.any(String), total_cost_usd: expect.any(Number) },
        usage: {
          ...{ input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
          ...{ cache_creation_input_tokens: expect.any(Number), cache_read_input_tokens: expect.any(Number) },
        },
      })
      expect(result).not.toHaveProperty('message')
    },
  )

  requirement(
    [
      '003:43-44',
      '004:7-16',
      '003:261-268',
      '003:271',
      '003:272',
      '003:278',
      '003:279-292',
      '004:263-277',
      '003:457-464',
    ],
    'carries the stream and the progress of calls, which are neither stored nor sent',
    async () => {
      const events = ofKind(held.wire, 'stream_event').map(({ event }) => isObject(event) && event.type)
      expect(events).toEqual(
        expect.arrayContaining(['message_start', 'content_block_delta', 'message_delta']),
      )
      expect(ofKind(held.wire, 'system', 'status')).toContainEqual(
        expect.objectContaining({ status: 'requesting' }),
      )
      expect(ofKind(held.wire, 'tool_progress')).toContainEqual(
        expect.objectContaining({
          ...{ tool_use_id: 'toolu_02bash', tool_name: 'Bash', parent_tool_use_id: null },
          ...{ elapsed_time_seconds: expect.any(Number), uuid: expect.any(String) },
        }),
      )
      const ofSubagent = held.wire.filter(({ parent_tool_use_id: parent }) => parent === 'toolu_05task')
      expect(JSON.stringify(ofSubagent)).toContain('toolu_06inner')
      const stored = readLogs(held.talk.root).map(({ type }) => type)
      for (const type of ['progress', 'tool_progress', 'stream_event', 'stream_request_start'])
        expect(stored).not.toContain(type)
      expect(JSON.stringify(held.requests)).not.toContain('elapsed')
    },
  )

  requirement(
    ['002:165', '002:167', '002:12-21'],
    'is read by `antiphon stream`: each call by its name, its result, the text, and a table of it all',
    async () => {
      const lines = held.wire.map(event => `${JSON.stringify(event)}\n`).join('')
      const steps = (await held.talk.run(['stream', '--json'], lines)).stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
      const bash = steps.filter(({ id }) => id === 'toolu_02bash')
      expect(bash).toMatchObject([
        { kind: 'tool-start', name: 'Bash', title: expect.stringContaining('echo one') },
        { kind: 'tool-end', name: 'Bash', text: 'one\ntwo', status: 'done' },
      ])
      expect(steps.findIndex(({ text }) => text === 'Sung.')).toBeGreaterThan(steps.indexOf(bash[1]))
      const { byType } = steps.at(-1).statistics
      for (const type of ['system', 'assistant', 'user', 'result'])
        expect(byType[type]).toBe(ofKind(held.wire, type).length)
    },
  )
})

describe('the requests of a long conversation', () => {
  requirement(
    ['001:2', '001:22', '000:509', '000:510', '003:11-18', '004:371-394'],
    'hold user and assistant in turn, nothing of the log, and each call with its one result',
    async () => {
      expect(held.requests).toHaveLength(11)
      for (const { messages } of held.requests) {
        expect(messages.map(({ role }) => role)).toEqual(
          messages.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
        )
        expect(new Set(messages.flatMap(message => Object.keys(message)))).toEqual(
          new Set(['role', 'content']),
        )
        const blocks = listBlocks(messages.map(message => ({ message })))
        const calls = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id)
        const results = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id: id }) => id)
        expect(new Set(calls).size).toBe(calls.length)
        expect(results).toEqual(calls)
      }
      expect(JSON.stringify(held.requests)).not.toMatch(
        /parentUuid|isSidechain|sourceToolAssistantUUID|toolUseResult/,
      )
    },
  )

  requirement(
    ['001:172-179', '001:25-28'],
    'are made from the log alone: it is not changed by that, and a longer one only appends',
    async () => {
      const plain = mainRequests().map(({ messages }) =>
        messages.map(message => JSON.stringify(message).replaceAll(/,"cache_control":\{[^}]*\}/g, '')),
      )
      for (const [index, messages] of plain.entries())
        expect(plain[index + 1]?.slice(0, messages.length) ?? messages).toEqual(messages)
      const [path = ''] = (await held.talk.run(['ls', '--json'])).stdout.match(/[^"]+\.jsonl/) ?? []
      const before = readFileSync(path, 'utf8')
      const first = await held.talk.run(['api', path])
      expect((await held.talk.run(['api', path])).stdout).toBe(first.stdout)
      expect(readFileSync(path, 'utf8')).toBe(before)
      const made: readonly { role: string; content: unknown }[] = JSON.parse(first.stdout).messages
      const words = JSON.stringify(made)
      for (const sent of ['Use tabs.', 'three choirs', 'A plan.', 'toolu_02bash'])
        expect(words).toContain(sent)
    },
  )
})

describe('a person’s view of a long conversation', () => {
  requirement(
    ['003:11-18', '003:374-382', '004:537-561', '004:295-299'],
    'has one item a block, with uuids that are the same each time',
    async () => {
      const read = async (): Promise<readonly Line[]> =>
        JSON.parse((await held.talk.run(['show', held.session, '--json'])).stdout).items
      const items = await read()
      const start = items.findIndex(({ kind }) => kind === 'prompt')
      expect(items.slice(start, start + 4).map(({ kind }) => kind)).toEqual([
        ...['prompt', 'thinking', 'answer', 'tool'],
      ])
      const uuids = items.map(({ uuid }) => uuid)
      expect(new Set(uuids).size).toBe(uuids.length)
      expect((await read()).map(({ uuid }) => uuid)).toEqual(uuids)
    },
  )
})
