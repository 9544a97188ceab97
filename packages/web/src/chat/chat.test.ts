import type { Entry } from '@antiphon/core'
import {
  type Chosen,
  computeTailItems,
  dropStored,
  mergeQueued,
  NO_CHAT,
  parsePartialJson,
  readChoices,
  readQuestion,
  reduceChat,
  toAnswers,
} from '@antiphon/core/chat'
import { answer, init, makeTurns, question, said, stream } from '@antiphon/core/testing/chat-turns'
import type { PlacedEntry } from '@antiphon/server/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../test/make-sessions.ts'
import { CHAT_ENGLISH } from '../language/chat-texts.ts'
import { moveInHistory, readPromptHistory } from './prompt-history.ts'
import { describeUpdate } from './rule-list.tsx'

const place = (entries: readonly object[]): readonly PlacedEntry[] =>
  entries.map((entry, seq) => ({ seq, next: seq + 1, entry: entry as Entry, cut: 0 }))
const tailOf = (...events: readonly object[]): typeof NO_CHAT.tail =>
  reduceChat(NO_CHAT, { kind: 'heard', events: makeTurns([[init(), ...events]]) }).tail
const stored = (id: string, text: string): object => ({
  type: 'assistant',
  uuid: `${id} ${text}`,
  message: { id, role: 'assistant', content: [{ type: 'text', text }] },
})

describe('computeTailItems', () => {
  it('shows each block until the log has it', () => {
    const tail = tailOf(...answer('m', 'One', 'Two'))
    const shown = (entries: readonly object[]): readonly string[] =>
      computeTailItems(tail, place(entries)).map(({ item }) => item.text)
    expect(shown([])).toEqual(['One', 'Two'])
    expect(shown([stored('other', 'One')])).toEqual(['One', 'Two'])
    expect(shown([stored('m', 'One')])).toEqual(['Two'])
    expect(shown([stored('m', 'One'), stored('m', 'Two')])).toEqual([])
  })

  it('knows which ones the log has, though one of them never came whole', () => {
    const [start, ...one] = answer('m', 'One')
    const lost = { type: 'tool_use', id: 't', name: 'Read', input: {} }
    const tail = tailOf(
      start ?? {},
      ...one.slice(0, -1),
      stream({ type: 'content_block_start', index: 1, content_block: lost }),
      stream({ type: 'content_block_stop', index: 1 }),
      stream({ type: 'content_block_start', index: 2, content_block: { type: 'text', text: 'Two' } }),
      said('m', { type: 'text', text: 'Two' }, 'm Two'),
    )
    const items = computeTailItems(tail, place([stored('m', 'One'), stored('m', 'Two')]))
    expect(items.map(({ item }) => item.kind)).toEqual(['tool'])
  })

  it('shows thoughts, and the input of a call as it comes', () => {
    const begin = (index: number, block: object): object =>
      stream({ type: 'content_block_start', index, content_block: block })
    const add = (index: number, delta: object): object =>
      stream({ type: 'content_block_delta', index, delta })
    const tail = tailOf(
      stream({ type: 'message_start', message: { id: 'm' } }),
      begin(0, { type: 'thinking', thinking: '', signature: '' }),
      add(0, { type: 'thinking_delta', thinking: 'Hm' }),
      begin(1, { type: 'tool_use', id: 't', name: 'Write', input: {} }),
      add(1, { type: 'input_json_delta', partial_json: '{"file_path":"/a.md","content":"# He' }),
    )
    const [thought, call] = computeTailItems(tail, []).map(({ item }) => item)
    expect(thought).toMatchObject({ kind: 'thinking', text: 'Hm' })
    expect(call).toMatchObject({
      kind: 'tool',
      story: { status: 'running', input: { file_path: '/a.md', content: '# He' } },
    })
  })
})

describe('parsePartialJson', () => {
  it('gives what every beginning of an object tells, and all of it at the end', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
        object => {
          const text = JSON.stringify(object)
          const whole = JSON.parse(text) as object
          for (let end = 0; end < text.length; end += 1) {
            const strange = Object.keys(parsePartialJson(text.slice(0, end))).find(
              key => !Object.hasOwn(whole, key),
            )
            if (strange !== undefined) throw new Error(`${strange} is no key of ${text}`)
          }
          expect(parsePartialJson(text)).toEqual(whole)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('takes what is nested deep with many members', () => {
    const deep = `{"a":${'['.repeat(30_000)}${'1,'.repeat(30_000)}`
    expect(Object.keys(parsePartialJson(deep))).toEqual(['a'])
  })

  it.each([
    ['{"a":"x\\', { a: 'x' }],
    ['{"a":"x\\\\', { a: 'x\\' }],
    ['{"a":"\\u00', { a: '' }],
    ['{"a":1,"b', { a: 1 }],
    ['{"a":[{"b":1},{"c', { a: [{ b: 1 }] }],
    ['[1', {}],
    ['', {}],
  ])('reads %s', (text, expected) => {
    expect(parsePartialJson(text)).toEqual(expected)
  })
})

describe('what was sent', () => {
  const prompt = (uuid: string, text = ''): { uuid: string; text: string; contexts: [] } => ({
    uuid,
    text,
    contexts: [],
  })

  it('waits until the log has it, as a prompt or as words told while the model worked', () => {
    const entries = place([
      { type: 'user', uuid: 'a' },
      { type: 'attachment', uuid: 'x', attachment: { type: 'queued_command', source_uuid: 'b' } },
    ])
    expect(dropStored([prompt('a'), prompt('b'), prompt('c')], entries)).toEqual([prompt('c')])
  })

  it('is what the agent has, and what was sent since', () => {
    const merged = mergeQueued([prompt('old'), prompt('kept', 'mine'), prompt('new')], {
      queued: [prompt('kept', 'theirs'), prompt('elsewhere')],
      remembered: [prompt('old'), prompt('kept')],
    })
    expect(merged).toEqual([prompt('kept', 'mine'), prompt('elsewhere'), prompt('new')])
  })
})

describe('the history of prompts', () => {
  it('is what was said, the newest first, without what was attached', () => {
    const log = createLog('a')
    log.say('first')
    log.say('> **上下文资料**\n> \n> - 📄 `a.ts`\n\nsecond')
    log.say('first')
    expect(readPromptHistory(place(log.entries))).toEqual(['first', 'second'])
  })

  it('is walked from the newest to the oldest and back to the empty field', () => {
    expect(moveInHistory(['b', 'a'], -1, 1)).toEqual({ at: 0, text: 'b' })
    expect(moveInHistory(['b', 'a'], 1, 1)).toBeUndefined()
    expect(moveInHistory(['b', 'a'], 0, -1)).toEqual({ at: -1, text: '' })
    expect(moveInHistory([], -1, 1)).toBeUndefined()
  })
})

describe('questions', () => {
  it('say in words what would always be allowed', () => {
    const asked = readQuestion(
      question('a', {
        permission_suggestions: [
          {
            type: 'addRules',
            behavior: 'allow',
            destination: 'localSettings',
            rules: [{ toolName: 'Bash', ruleContent: 'npm run:*\u202e' }],
          },
          { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
          { type: 'addDirectories', directories: ['/a', '/b'], destination: 'session' },
          { type: 'who knows' },
        ],
      }),
    )
    expect(asked?.suggestions.map(update => describeUpdate(update, CHAT_ENGLISH))).toEqual([
      'allow Bash(npm run:*<U+202E>) in this project, for you',
      'switch to “Accept edits” in this session',
      'allow work in /a, /b in this session',
      expect.stringContaining('change the rules'),
    ])
  })

  it('are answered by choices and own words, every one of them', () => {
    const choices = readChoices({
      questions: [
        { question: 'Colour?', options: [{ label: 'Red' }, { label: 'Blue' }, 'x'] },
        { question: 'Sizes?', multiSelect: true, options: [] },
        { header: 'none' },
      ],
    })
    expect(choices.map(({ options, isMultiple }) => [options.length, isMultiple])).toEqual([
      [2, false],
      [0, true],
    ])
    const colour = ['Colour?', { labels: ['Red'], other: '' }] as const
    expect(toAnswers(choices, new Map<string, Chosen>([colour]))).toBeUndefined()
    expect(
      toAnswers(
        choices,
        new Map<string, Chosen>([colour, ['Sizes?', { labels: ['S', 'M'], other: ' huge ' }]]),
      ),
    ).toEqual({
      'Colour?': 'Red',
      'Sizes?': 'S, M, huge',
    })
    expect(readChoices(null)).toEqual([])
  })
})
