import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Line, listBlocks } from '../headless-kit.ts'
import { call, result, text } from './log-parts.ts'
import { requirement } from './requirement.ts'
import { createTalk, ofKind, runIn, startDialogue, type Talk } from './talk-kit.ts'

const event = (type: string, fields: object): Line => ({
  type,
  session_id: 's',
  uuid: `${counter++}`,
  ...fields,
})
const assistant = (...content: readonly object[]): Line =>
  event('assistant', { message: { id: `msg_${counter}`, type: 'message', role: 'assistant', content } })
const results = (...content: readonly object[]): Line => event('user', { message: { role: 'user', content } })
let counter = 0

const LONG = Array.from({ length: 400 }, (_, index) => `line ${index} of what was found`).join('\n')

/** The turn of seed 002: one system event, eleven of the assistant, seven of the user, one result. */
const RESEARCH: readonly Line[] = [
  event('system', { subtype: 'init', tools: ['Task', 'Bash', 'WebSearch'], mcp_servers: [] }),
  ...Array.from({ length: 7 }, (_, index) => [
    assistant(call(`call_${index}`, 'WebSearch', { query: `agents ${index}` })),
    results(result(`call_${index}`, index === 0 ? LONG : 'found')),
  ]).flat(),
  ...['基于搜索结果...', 'one', 'two', 'three'].map(words => assistant(text(words))),
  event('result', { subtype: 'success', duration_ms: 12345, result: '最终答案文本...', usage: {} }),
]

/** What programs of other times wrote: content beside the message, a call without a name, words as a string. */
const ODD: readonly Line[] = [
  event('message', {
    content: [call('call_a', 'WebSearch', { query: 'x' }), { type: 'tool_use', id: 'call_b', input: {} }],
  }),
  results(result('call_a', 'found')),
  event('assistant', { message: { id: 'm', role: 'assistant', content: 'plain words' } }),
  event('tool_use', { name: 'Lonely', id: 'call_c' }),
  event('tool_use_summary', { summary: 'Searched once', preceding_tool_use_ids: ['call_a'] }),
  event('tool_use_summary', { summary: 'By the other name', toolUseIds: ['call_a'] }),
]

/** More than a line may hold. */
const HUGE = '🙂'.repeat(400_000)
const SERVER = fileURLToPath(new URL('../../../engine/src/mcp/testing/stdio-server.mjs', import.meta.url))
const CONFIG = JSON.stringify({
  mcpServers: { plain: { command: process.execPath, args: [SERVER, 'plain'] } },
})

let steps: readonly Line[]
let odd: readonly Line[]
let screen: string
let talk: Talk
let wire: readonly Line[]

async function watch(events: readonly Line[], ...flags: readonly string[]): Promise<string> {
  const stdin = events.map(line => `${JSON.stringify(line)}\n`).join('')
  return (await runIn(['stream', ...flags], { stdin })).stdout
}

const toSteps = (output: string): readonly Line[] =>
  output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

beforeAll(async () => {
  talk = await createTalk([{ calls: [{ name: 'mcp__plain__huge', input: {}, id: 'toolu_huge' }] }, 'Done.'])
  const { agent, ask, end } = startDialogue(talk, [
    ...['--mcp-config', CONFIG, '--strict-mcp-config', '--allowedTools', 'mcp__plain'],
  ])
  const [research, others, plain] = await Promise.all([
    watch(RESEARCH, '--json'),
    watch(ODD, '--json'),
    watch(RESEARCH),
    ask(HUGE).then(end),
  ])
  ;[steps, odd, screen] = [toSteps(research), toSteps(others), plain]
  wire = agent.events
})
afterAll(() => talk.close())

describe('`antiphon stream`', () => {
  requirement('002:12-21', 'counts the turn of seed 002 as its table does', async () => {
    expect(steps.at(-1)).toMatchObject({
      statistics: { byType: { system: 1, assistant: 11, user: 7, result: 1 }, toolCalls: { WebSearch: 7 } },
    })
  })

  requirement(
    ['002:112-140', '002:8-10'],
    'hears calls and results that are nested, under the old type too, and no call without a name',
    async () => {
      expect(odd.filter(({ kind }) => kind === 'tool-start')).toMatchObject([
        { name: 'WebSearch', id: 'call_a' },
      ])
      expect(odd.filter(({ kind }) => kind === 'tool-end')).toMatchObject([{ id: 'call_a', text: 'found' }])
      expect(odd).toContainEqual(expect.objectContaining({ kind: 'text', text: 'plain words' }))
    },
  )

  requirement(
    ['002:165', '002:166', '002:167'],
    'shows each call by its name, cuts what is long and says how much, then the answer',
    async () => {
      expect(screen).toMatch(
        /WebSearch agents 0[^\n]*\n[^\n]*line 0 of[\s\S]*WebSearch agents 6[\s\S]*基于搜索结果/,
      )
      expect(screen).not.toContain('line 200 of')
      expect(screen).toMatch(/\d+ (?:more )?lines/)
    },
  )

  requirement(
    ['003:294-300', '004:85-90'],
    'shows a summary of calls, whichever name the field of their ids has',
    async () => {
      const notices = odd.filter(({ kind }) => kind === 'notice').map(({ text: words }) => words)
      expect(notices).toEqual(['Searched once', 'By the other name'])
    },
  )
})

describe('the wire', () => {
  requirement('002:161', 'bounds its lines: what is huge is cut by code point, and says so', async () => {
    const sizes = wire.map(line => Buffer.byteLength(JSON.stringify(line)))
    expect(Math.max(...sizes)).toBeLessThan(2 ** 20)
    const [replayed] = wire.filter(({ isReplay }) => isReplay === true)
    const [huge] = listBlocks(ofKind(wire, 'user')).filter(({ tool_use_id: id }) => id === 'toolu_huge')
    for (const words of [JSON.stringify(replayed?.message), JSON.stringify(huge?.content)]) {
      expect(words).toMatch(/🙂{100,}/u)
      // Half a sign would be written as its escape.
      expect(words).not.toMatch(/\\ud[89a-f]/i)
      expect(words.replaceAll('🙂', '')).toMatch(/\d.*(?:more|left out|cut|gone)/)
      expect(words.length).toBeLessThan(HUGE.length)
    }
    expect(ofKind(wire, 'result')[0]).toMatchObject({ result: 'Done.' })
  })
})
