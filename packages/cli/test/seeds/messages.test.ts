import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiRequest, ContentBlock } from '@antiphon/contract'
import { CANCEL_MESSAGE, NO_RESPONSE_REQUESTED } from '@antiphon/core'
import { createScriptModel, type ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect } from 'vitest'
import { type ChatKit, createChatKits, isIdle } from '../chat-kit.ts'
import {
  DRIVEN,
  type DrivenAgent,
  type HeadlessKit,
  type Line,
  listRefusals,
  readLogs,
  waitFor,
} from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { setUpModelled, ask as turn } from './scripted-kit.ts'

const open = setUpModelled()
const chats = createChatKits()
afterEach(() => chats.close())

const SEARCH = [
  {
    type: 'server_tool_use',
    id: 'srvtoolu_01tides',
    name: 'web_search',
    input: { query: 'high tide today' },
  },
  {
    type: 'web_search_tool_result',
    tool_use_id: 'srvtoolu_01tides',
    content: [
      {
        type: 'web_search_result',
        url: 'https://tides.example/today',
        title: 'Tides',
        encrypted_content: 'EqgfCioIARgBIiQ3YTAwMjY1Mi1mZjM5',
        page_age: '2 days ago',
      },
    ],
  },
  { type: 'text', text: 'High tide is at nine.' },
] as unknown as readonly ContentBlock[]

const REPLIES: readonly ScriptReply[] = [
  { text: 'Let me look.', calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] },
  { blocks: SEARCH },
  'Knows.',
  { calls: [{ name: 'Bash', input: { command: 'touch b.txt' } }] },
  'Back again.',
]

const ASKING = [...DRIVEN, '--permission-prompt-tool', 'stdio', '--allowedTools', 'WebSearch']

function ask(agent: DrivenAgent, request: object): string {
  const id = randomUUID()
  agent.child.stdin.write(`${JSON.stringify({ type: 'control_request', request_id: id, request })}\n`)
  return id
}

const requests = ({ simulator }: HeadlessKit): readonly ApiRequest[] =>
  simulator.log.all().flatMap(({ request }) => (request ? [request] : []))

const of = (entries: readonly Line[], type: string, subtype?: string): readonly Line[] =>
  entries.filter(entry => entry.type === type && (subtype === undefined || entry.subtype === subtype))

describe('messages at run time', () => {
  requirement(
    ['003:462', '003:301-317', '003:277', '003:245', '003:408', '003:412', '003:197'],
    'a session with a switch of models, calls, a search, new instructions, an interruption and a return',
    async () => {
      const started = await open(createScriptModel(REPLIES))
      const session = randomUUID()
      const { folder, root } = started
      writeFileSync(join(folder, 'a.txt'), 'alpha\n')
      writeFileSync(join(folder, 'CLAUDE.md'), 'Sing softly.\n')
      const agent = started.start([...ASKING, '--session-id', session, '--model', 'claude-opus-5-5'])
      await turn(agent, 'Look, then search.')

      // Rules sum up the calls, on the next iteration, and ask nobody for it.
      const summaries = of(agent.events, 'tool_use_summary')
      expect(summaries).toMatchObject([
        { summary: 'Read a.txt', preceding_tool_use_ids: [expect.any(String)] },
      ])
      expect(agent.events.indexOf(summaries[0] as Line)).toBeLessThan(
        agent.events.findIndex(({ type }) => type === 'result'),
      )
      expect(requests(started)).toHaveLength(2)
      // What the API searches for, and what it found.
      expect(of(agent.events, 'tool_progress')).toMatchObject([
        { tool_name: 'WebSearch', tool_use_id: 'srvtoolu_01tides', query: 'high tide today' },
        { tool_name: 'WebSearch', query: 'high tide today', result_count: 1 },
      ])

      // Somebody switches the model: people read it, the model does not.
      const switching = ask(agent, { subtype: 'set_model', model: 'claude-sonnet-4-6' })
      await agent.until(
        ({ type, response }) =>
          type === 'control_response' && (response as Line | undefined)?.request_id === switching,
      )
      const words = 'Switched to the model claude-sonnet-4-6.'
      expect(of(agent.events, 'system', 'informational')).toMatchObject([{ content: words, level: 'info' }])
      expect(of(readLogs(root), 'system', 'informational')).toMatchObject([{ content: words, level: 'info' }])

      // Instructions that changed are told with the next prompt.
      writeFileSync(join(folder, 'CLAUDE.md'), 'Sing loudly.\n')
      await turn(agent, 'And now?')
      const asked = requests(started).at(-1)
      expect(asked?.model).toBe('claude-sonnet-4-6')
      expect(JSON.stringify(asked)).not.toContain('Switched to')
      const memory = readLogs(root).filter(entry => (entry.attachment as Line | undefined)?.type === 'memory')
      expect(memory).toMatchObject([
        { attachment: { content: 'Sing loudly.', path: join(folder, 'CLAUDE.md') } },
      ])
      const sent = JSON.stringify(asked?.messages)
      expect(sent.indexOf('Sing loudly.')).toBeGreaterThan(sent.indexOf('Sing softly.'))
      expect(sent.indexOf('And now?')).toBeGreaterThan(sent.indexOf('Sing loudly.'))

      // A call that waits for a person when they interrupt never began.
      agent.say('Make b.txt.')
      await agent.until(({ type, request }) => type === 'control_request' && isAsking(request))
      ask(agent, { subtype: 'interrupt' })
      await waitFor(() => of(agent.events, 'result').length === 3)
      agent.hush()
      expect(await agent.ended).toMatchObject({ isTimeout: false })
      const results = JSON.stringify(of(readLogs(root), 'user'))
      expect(results).toContain(JSON.stringify(CANCEL_MESSAGE).slice(1, -1))

      // Two hours later somebody comes back.
      age(root, 2 * 60 * 60_000)
      const later = started.start([...ASKING, '--resume', session])
      await turn(later, 'Hello again.')
      later.hush()
      await later.ended
      const entries = readLogs(root)
      const [away] = of(entries, 'system', 'away_summary')
      expect(away?.content).toContain('You asked: “Make b.txt.”')
      expect(away?.content).toContain('Ran touch b.txt')
      expect(later.events.some(({ content }) => content === away?.content)).toBe(true)
      const last = requests(started).at(-1)?.messages ?? []
      expect(last.slice(-2)).toMatchObject([
        { role: 'assistant', content: [{ type: 'text', text: NO_RESPONSE_REQUESTED }] },
        { role: 'user' },
      ])
      expect(JSON.stringify(last)).not.toContain('You asked:')
      expect(JSON.stringify(last.at(-1))).toContain('Hello again.')
      expect(of(entries, 'assistant').some(({ message }) => isUnanswered(message))).toBe(true)
      expect(listRefusals(started.simulator)).toEqual([])
    },
  )

  requirement(
    ['003:301-317', '003:197'],
    'a small model sums up where one is named, its tokens count, and both can be turned off',
    async () => {
      const SMALL = 'claude-haiku-5-5'
      const replies = createScriptModel([
        { calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] },
        'Done.',
        { calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] },
        'Done again.',
      ])
      const small = createScriptModel(['Looked into the file'])
      const started = await open({
        name: 'two',
        answer: (request, of) => (request.model === SMALL ? small : replies).answer(request, of),
      })
      writeFileSync(join(started.folder, 'a.txt'), 'alpha\n')
      const session = randomUUID()
      const env = { ANTHROPIC_SMALL_FAST_MODEL: SMALL }
      const agent = started.start([...DRIVEN, '--session-id', session], { env })
      await turn(agent, 'Look.')
      expect(of(agent.events, 'tool_use_summary')).toMatchObject([{ summary: 'Looked into the file' }])
      const [result] = of(agent.events, 'result')
      expect(Object.keys(result?.modelUsage as object)).toContain(SMALL)
      agent.hush()
      await agent.ended
      age(started.root, 2 * 60 * 60_000)
      const off = { CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES: '0', CLAUDE_CODE_ENABLE_AWAY_SUMMARY: '0' }
      const quiet = started.start([...DRIVEN, '--resume', session], { env: { ...env, ...off } })
      await turn(quiet, 'Again.')
      quiet.hush()
      await quiet.ended
      expect(of(quiet.events, 'tool_use_summary')).toEqual([])
      expect(of(readLogs(started.root), 'system', 'away_summary')).toEqual([])
      expect(requests(started).filter(({ model }) => model === SMALL)).toHaveLength(1)
    },
  )

  requirement(
    '003:193',
    'the log tells when a window takes part in a session, and when none does any more',
    async () => {
      const chat: ChatKit = await chats.start({ replies: ['One.', 'Two.', 'Three.'] })
      const page = await chat.open()
      expect(readLogs(chat.root)).toEqual([])
      await page.say('a')
      await page.until(isIdle)
      // Another window beside it, and one that comes back at once, are no news.
      const other = await chat.open({ session: page.opened.session })
      page.leave()
      await other.say('b')
      await other.until(isIdle)
      const url = chat.server().origin
      const told = (): readonly Line[] => of(readLogs(chat.root), 'system', 'bridge_status')
      expect(told()).toMatchObject([{ url, content: `Remote control is active. Continue at ${url}` }])
      expect(JSON.stringify(readLogs(chat.root))).not.toContain(chat.server().token)
      const begin = readLogs(chat.root).findIndex(({ subtype }) => subtype === 'bridge_status')
      const prompt = readLogs(chat.root).findIndex(({ type, isMeta }) => type === 'user' && !isMeta)
      expect(begin).toBeLessThan(prompt)
      await chat.post('close', { chat: other.opened.chat })
      expect(told()).toMatchObject([{ url }, { url, content: `Remote control has ended at ${url}` }])
      expect(JSON.stringify(chat.simulator?.log.all())).not.toContain('Remote control')
    },
  )
})

function isAsking(request: unknown): boolean {
  return (request as Line | undefined)?.subtype === 'can_use_tool'
}

function isUnanswered(message: unknown): boolean {
  const { model, content } = message as Line
  return model === '<synthetic>' && JSON.stringify(content).includes(NO_RESPONSE_REQUESTED)
}

/** Lets all that is stored have happened so much earlier. */
function age(root: string, milliseconds: number): void {
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue
    const text = readFileSync(join(root, name), 'utf8')
    const older = text.replace(
      /"timestamp":"([^"]+)"/g,
      (_, time: string) => `"timestamp":"${new Date(Date.parse(time) - milliseconds).toISOString()}"`,
    )
    writeFileSync(join(root, name), older)
  }
}
