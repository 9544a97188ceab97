import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Line, listBlocks } from '../headless-kit.ts'
import { holdLongConversation, type LongConversation } from './long-conversation.ts'
import { requirement } from './requirement.ts'
import { attachmentsOf, ofKind } from './talk-kit.ts'

let held: LongConversation
beforeAll(async () => {
  held = await holdLongConversation()
})
afterAll(() => held.talk.close())

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The entry that holds the result of a call. */
function resultEntry(id: string): Line {
  const found = held.log.find(entry => listBlocks([entry]).some(block => block.tool_use_id === id))
  if (!found) throw new Error(`the log has no result of ${id}`)
  return found
}

function promptEntry(words: string): Line {
  const found = held.log.find(({ message }) => isObject(message) && message.content === words)
  if (!found) throw new Error(`the log has no prompt ${words}`)
  return found
}

const typesIn = (lines: readonly Line[]): readonly string[] => [
  ...new Set(listBlocks(lines).map(({ type }) => String(type))),
]

describe('the log of a long conversation', () => {
  requirement('000:24', 'is JSON Lines: an object a line, of several types', async () => {
    const name = readdirSync(held.talk.root, { recursive: true, encoding: 'utf8' }).find(path =>
      path.endsWith(`${held.session}.jsonl`),
    )
    const lines = readFileSync(join(held.talk.root, name ?? ''), 'utf8').split('\n')
    expect(lines.pop()).toBe('')
    const types = new Set(lines.map(line => JSON.parse(line).type))
    for (const type of ['user', 'assistant', 'system', 'attachment']) expect(types).toContain(type)
  })

  requirement(
    ['000:33-44', '003:50-75', '003:80', '003:87-106', '000:45', '004:206-245'],
    'holds what a person said: a string, with every field of a user message',
    async () => {
      expect(promptEntry('Sing')).toMatchObject({
        ...{ type: 'user', message: { role: 'user', content: 'Sing' } },
        ...{ uuid: expect.stringMatching(UUID), timestamp: expect.stringMatching(ISO) },
        ...{ sessionId: held.session, parentUuid: expect.stringMatching(UUID), isSidechain: false },
        ...{ userType: 'external', cwd: held.talk.folder, version: expect.stringMatching(/^\d+\./) },
      })
      for (const mark of ['isMeta', 'isVirtual', 'isCompactSummary', 'toolUseResult'])
        expect(promptEntry('Sing')).not.toHaveProperty(mark)
    },
  )

  requirement(
    ['000:38', '004:446'],
    'is a tree: null at the root, then each entry hangs on one before it',
    async () => {
      const linked = held.log.filter(({ parentUuid }) => parentUuid !== undefined)
      expect(linked[0]?.parentUuid).toBeNull()
      const seen = new Set<unknown>()
      for (const { uuid, parentUuid } of linked) {
        if (parentUuid !== null) expect(seen).toContain(parentUuid)
        seen.add(uuid)
      }
      expect(linked.filter(({ parentUuid }) => parentUuid === null)).toHaveLength(1)
    },
  )

  requirement('000:39', 'keeps a subagent apart, in a log of its own', async () => {
    expect(held.log.some(({ isSidechain }) => isSidechain === true)).toBe(false)
    expect(held.subagentLog[0]).toMatchObject({ parentUuid: null, isSidechain: true })
    expect(JSON.stringify(held.subagentLog)).toContain('toolu_06inner')
    expect(JSON.stringify(held.log)).not.toContain('toolu_06inner')
  })

  requirement(
    ['000:47-51', '000:265-316'],
    'holds a call in four messages; the result keeps the old and the new list beside what the model reads',
    async () => {
      const result = resultEntry('toolu_03todo')
      const call = held.log.find(({ uuid }) => uuid === result.sourceToolAssistantUUID)
      expect(listBlocks([call ?? {}])).toMatchObject([
        { type: 'tool_use', id: 'toolu_03todo', name: 'TodoWrite', input: { todos: [{ content: 'Sing' }] } },
      ])
      expect(listBlocks([result])).toMatchObject([
        { type: 'tool_result', tool_use_id: 'toolu_03todo', content: expect.any(String) },
      ])
      expect(result.toolUseResult).toEqual({
        oldTodos: [],
        newTodos: [{ content: 'Sing', status: 'in_progress', activeForm: 'Singing' }],
      })
      const order = ['Sing', '"tool_use"', '"tool_result"', 'Sung.'].map(words =>
        held.log.findIndex(entry => JSON.stringify(entry.message)?.includes(words)),
      )
      expect(order).toEqual([...order].sort((a, b) => a - b))
    },
  )

  requirement(
    ['000:55-57', '000:98-100', '000:126', '000:182-211', '000:216-222', '003:145-158'],
    'has blocks in user and assistant messages only, each kind where it belongs',
    async () => {
      expect(typesIn(ofKind(held.log, 'assistant'))).toEqual(
        expect.arrayContaining(['text', 'tool_use', 'thinking', 'redacted_thinking']),
      )
      expect(typesIn(ofKind(held.log, 'assistant'))).not.toContain('tool_result')
      expect(typesIn(ofKind(held.log, 'user'))).toContain('tool_result')
      expect(typesIn(ofKind(held.log, 'user'))).not.toContain('tool_use')
      const others = held.log.filter(({ type }) => type !== 'user' && type !== 'assistant')
      expect(others.length).toBeGreaterThan(5)
      expect(listBlocks(others)).toEqual([])
      const blocks = listBlocks(held.log)
      expect(blocks).toContainEqual({ type: 'text', text: 'Let me look.' })
      expect(blocks).toContainEqual({
        ...{ type: 'tool_use', id: 'toolu_01read', name: 'Read', input: { file_path: 'song.txt' } },
      })
      expect(blocks).toContainEqual(
        expect.objectContaining({ tool_use_id: 'toolu_09none', type: 'tool_result', is_error: true }),
      )
      expect(listBlocks([resultEntry('toolu_05task')])).toMatchObject([{ content: [{ type: 'text' }] }])
    },
  )

  requirement(
    ['000:64-91', '000:230-262', '003:116-142', '000:80', '004:22-90'],
    'holds an answer block by block under one id, whose last entry says why it stopped and what it cost',
    async () => {
      const [first] = ofKind(held.log, 'assistant')
      const id = isObject(first?.message) ? first.message.id : undefined
      const entries = ofKind(held.log, 'assistant').filter(
        ({ message }) => isObject(message) && message.id === id,
      )
      expect(listBlocks(entries).map(({ type }) => type)).toEqual([
        'thinking',
        'text',
        'tool_use',
        'tool_use',
      ])
      expect(entries.map(({ message }) => isObject(message) && message.stop_reason)).toEqual([
        ...[null, null, null],
        'tool_use',
      ])
      expect(entries.at(-1)).toMatchObject({
        ...{ type: 'assistant', uuid: expect.stringMatching(UUID), timestamp: expect.stringMatching(ISO) },
        ...{ sessionId: held.session, isSidechain: false, userType: 'external', cwd: held.talk.folder },
        message: {
          ...{ id: expect.stringMatching(/^msg_/), type: 'message', role: 'assistant', stop_sequence: null },
          model: 'claude-opus-5-5',
          usage: {
            input_tokens: expect.any(Number),
            output_tokens: expect.any(Number),
            cache_creation_input_tokens: expect.any(Number),
            cache_read_input_tokens: expect.any(Number),
            service_tier: 'standard',
          },
        },
      })
    },
  )

  requirement(
    ['003:64-65', '003:81', '004:302-316', '004:132-140', '001:142'],
    'stores a result twice, names the answer that called, and does not call it meta',
    async () => {
      const result = resultEntry('toolu_02bash')
      expect(listBlocks([result])).toEqual([
        { type: 'tool_result', tool_use_id: 'toolu_02bash', content: 'one\ntwo' },
      ])
      expect(result.toolUseResult).toMatchObject({ stdout: 'one\ntwo', stderr: '', interrupted: false })
      const caller = held.log.find(({ uuid }) => uuid === result.sourceToolAssistantUUID)
      expect(listBlocks([caller ?? {}])).toMatchObject([{ id: 'toolu_02bash' }])
      expect(result).not.toHaveProperty('isMeta')
    },
  )

  requirement('000:511', 'gives every entry an ISO 8601 time', async () => {
    const entries = held.log.filter(({ uuid }) => uuid !== undefined)
    expect(entries.length).toBeGreaterThan(20)
    expect(entries.filter(({ timestamp }) => !ISO.test(String(timestamp)))).toEqual([])
  })

  requirement(
    ['003:196', '003:200', '003:229-232', '003:198', '004:91-109'],
    'tells after each turn how long it took and how fast the API was, and when memory was saved',
    async () => {
      expect(ofKind(held.log, 'system', 'turn_duration')).toHaveLength(4)
      expect(ofKind(held.log, 'system', 'turn_duration')[0]).toMatchObject({
        durationMs: expect.any(Number),
        uuid: expect.stringMatching(UUID),
      })
      expect(ofKind(held.log, 'system', 'api_metrics')[0]).toMatchObject({
        ttftMs: expect.any(Number),
        otps: expect.any(Number),
      })
      expect(ofKind(held.log, 'system', 'memory_saved')).toMatchObject([
        { writtenPaths: [join(held.talk.folder, 'CLAUDE.md')] },
      ])
    },
  )

  requirement(
    ['003:235-240', '003:244', '003:246', '001:126-127', '003:336-365'],
    'holds attachments, and the model reads them: a file that changed, the memory of a folder, the plan mode',
    async () => {
      expect(held.log.find(({ type }) => type === 'attachment')).toMatchObject({
        ...{ attachment: { type: expect.any(String) }, uuid: expect.stringMatching(UUID) },
        timestamp: expect.stringMatching(ISO),
      })
      const [edited] = attachmentsOf(held.log, 'edited_text_file')
      expect(edited).toMatchObject({
        filename: join(held.talk.folder, 'song.txt'),
        snippet: expect.stringContaining('three choirs'),
      })
      expect(attachmentsOf(held.log, 'nested_memory')).toMatchObject([
        { content: { content: 'Verses rhyme.' }, path: join(held.talk.folder, 'sub', 'CLAUDE.md') },
      ])
      expect(attachmentsOf(held.log, 'plan_mode')).toHaveLength(1)
      const sent = JSON.stringify(held.requests.at(-1)?.messages)
      for (const words of ['three choirs', 'Verses rhyme.', 'Use tabs.']) expect(sent).toContain(words)
    },
  )

  requirement(
    ['003:366', '003:366-367'],
    'keeps the project’s instructions as an attachment at its place, and sends them before the first prompt each time',
    async () => {
      expect(attachmentsOf(held.log, 'session_context')).toMatchObject([
        { context: { claudeMd: expect.stringContaining('Use tabs.') } },
      ])
      const isOfMain = (messages: unknown): boolean => JSON.stringify(messages).includes('Sing')
      const firsts = held.requests
        .filter(({ messages }) => isOfMain(messages))
        .map(({ messages }) => JSON.stringify(messages[0]?.content).replace(/,"cache_control":\{[^}]*\}/, ''))
      expect(firsts.length).toBeGreaterThan(5)
      expect(new Set(firsts).size).toBe(1)
      expect(firsts[0]).toMatch(/Use tabs\..*"text":"Sing"/)
    },
  )
})
