import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Line, listBlocks, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { createTalk, ofKind, startDialogue, type Talk, toEntries } from './talk-kit.ts'

const OLD = 'a5eed000-0000-4000-8000-000000000000'
const QUEUED = 'a5eed000-0000-4000-8000-000000000001'
const PLACEHOLDER = '[Tool result missing due to internal error]'

let talk: Talk
/** What the log held when the model was asked. */
let atRequest: readonly Line[] = []
let wire: readonly Line[]
let killed = ''
let oldBytes: Buffer

/** A process that is killed while a tool runs, the one that goes on, and logs of other times that go on, too. */
beforeAll(async () => {
  talk = await createTalk([
    () => {
      atRequest = readLogs(talk.root)
      return { blocks: [{ type: 'text', text: 'First.' }], pace: 30, outputTokens: 77 }
    },
    { calls: [{ name: 'Bash', input: { command: 'sleep 30' }, id: 'toolu_killed' }] },
    'Went on.',
    'Read it.',
  ])
  const first = startDialogue(talk, ['--allowedTools', 'Bash'])
  await first.ask('one')
  first.say('two')
  await first.agent.until(({ message }) => JSON.stringify(message)?.includes('toolu_killed') === true)
  // Words of the model are written within a tenth of a second.
  while (!JSON.stringify(readLogs(talk.root)).includes('toolu_killed'))
    await new Promise(done => setTimeout(done, 20))
  first.agent.child.kill('SIGKILL')
  await first.agent.ended
  wire = first.agent.events
  killed = String(wire.find(({ subtype }) => subtype === 'init')?.session_id)
  const second = startDialogue(talk, ['--resume', killed])
  await second.ask('three')
  await second.end()

  const [project = ''] = readdirSync(join(talk.root, 'projects'))
  const folder = join(talk.root, 'projects', project)
  mkdirSync(folder, { recursive: true })
  oldBytes = Buffer.from(
    `${[
      { type: 'summary', summary: 'The tale of the lamp', leafUuid: '00000001-0000-4000-8000-00000000face' },
      { type: 'never-seen', about: ['what', 'nobody', 'knows'] },
      ...toEntries([
        {
          ...{ type: 'user', message: { role: 'user', content: 'Is it dark?' } },
          cwd: talk.folder,
          novel: 1,
        },
        { type: 'assistant', cwd: talk.folder, message: answer('It is.') },
      ]),
    ]
      .map(line => JSON.stringify(line))
      .join('\n')}\n{"type":"user","torn`,
  )
  writeFileSync(join(folder, `${OLD}.jsonl`), oldBytes)
  const queued = {
    type: 'queue-operation',
    operation: 'enqueue',
    sessionId: QUEUED,
    content: 'never taken up',
  }
  writeFileSync(join(folder, `${QUEUED}.jsonl`), `${JSON.stringify({ ...queued, timestamp: TIME })}\n`)
  const third = startDialogue(talk, ['--resume', OLD])
  await third.ask('And now?')
  await third.end()
})
afterAll(() => talk.close())

const TIME = '2026-11-16T00:00:00.000Z'

function answer(text: string): object {
  return {
    ...{ id: 'msg_old', type: 'message', role: 'assistant', model: 'claude-opus-5-5' },
    ...{ content: [{ type: 'text', text }], stop_reason: 'end_turn', stop_sequence: null },
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}

const entriesOf = (session: string): readonly Line[] => readLogs(talk.root, `${session}.jsonl`)
const sent = (index: number): string => JSON.stringify(talk.requests().at(index)?.messages)

describe('the log', () => {
  requirement(['004:451-458', '004:371-394'], 'holds a prompt before the model is asked', async () => {
    const said = ofKind(atRequest, 'user').filter(({ isMeta }) => isMeta !== true)
    const prompts = said.map(({ message }) => isObject(message) && message.content)
    expect(prompts).toEqual(['one'])
    expect(
      ofKind(entriesOf(killed), 'user').map(({ message }) => isObject(message) && message.content),
    ).toContain('two')
  })

  requirement(
    ['004:465-470', '004:410-443'],
    'holds an answer once, with the usage and the stop reason that came after it was told',
    async () => {
      const told = wire.find(event => listBlocks([event]).some(({ text }) => text === 'First.'))
      const stored = entriesOf(killed).filter(({ uuid }) => uuid === told?.uuid)
      expect(told).toMatchObject({ type: 'assistant', message: { stop_reason: null } })
      expect(stored).toMatchObject([{ message: { stop_reason: 'end_turn', usage: { output_tokens: 77 } } }])
    },
  )

  requirement(
    ['004:446', '004:410-443', '003:11-18'],
    'goes on where a killed process left it: each new entry hangs on the last',
    async () => {
      const chain = entriesOf(killed).filter(({ parentUuid }) => parentUuid !== undefined)
      for (const [index, { parentUuid }] of chain.entries())
        expect(parentUuid).toBe(index === 0 ? null : chain[index - 1]?.uuid)
      expect(sent(2)).toMatch(/one.*First\..*two.*toolu_killed.*three/)
    },
  )

  requirement(
    ['004:347-348', '003:401', '004:319-342', '004:318'],
    'with a call whose result was lost is sent with the placeholder, and refused as training data',
    async () => {
      const results = listBlocks((talk.requests()[2]?.messages ?? []).map(message => ({ message }))).filter(
        ({ tool_use_id: id }) => id === 'toolu_killed',
      )
      expect(results).toMatchObject([{ type: 'tool_result', content: PLACEHOLDER, is_error: true }])
      const [stored] = entriesOf(killed).filter(entry =>
        listBlocks([entry]).some(({ tool_use_id: id }) => id === 'toolu_killed'),
      )
      expect(stored).toMatchObject({
        toolUseResult: PLACEHOLDER,
        sourceToolAssistantUUID: entriesOf(killed).find(entry =>
          listBlocks([entry]).some(({ id }) => id === 'toolu_killed'),
        )?.uuid,
      })
      const exported = await talk.run(['export', killed, '--training'])
      expect(exported).toMatchObject({ code: 1, stdout: '' })
      expect(exported.stderr).toContain(PLACEHOLDER)
    },
  )
})

describe('a log of another time', () => {
  requirement(
    '000:513',
    'keeps every byte of what nobody knows, a torn line too, and goes on behind it',
    async () => {
      const [project = ''] = readdirSync(join(talk.root, 'projects'))
      const bytes = readFileSync(join(talk.root, 'projects', project, `${OLD}.jsonl`))
      expect(bytes.subarray(0, oldBytes.length).equals(oldBytes)).toBe(true)
      expect(bytes.length).toBeGreaterThan(oldBytes.length + 500)
      expect(sent(-1)).toMatch(/Is it dark\?.*It is\..*And now\?/)
    },
  )

  requirement(
    ['000:161-168', '000:171'],
    'is named by the summary of its leaf, which has no blocks and is not sent',
    async () => {
      const { stdout } = await talk.run(['show', OLD])
      expect(stdout).toContain('The tale of the lamp')
      expect(sent(-1)).not.toContain('The tale of the lamp')
      const [summary] = ofKind(entriesOf(OLD), 'summary')
      expect(summary).toEqual({
        ...{ type: 'summary', summary: 'The tale of the lamp' },
        leafUuid: '00000001-0000-4000-8000-00000000face',
      })
    },
  )

  requirement('004:460-463', 'that holds queue operations alone is no conversation', async () => {
    const listed: readonly Line[] = JSON.parse((await talk.run(['ls', '--json'])).stdout)
    const find = (id: string): Line | undefined => listed.find(({ session }) => session === id)
    expect(find(QUEUED)).toMatchObject({ messages: { count: 0 } })
    expect(find(OLD)).not.toMatchObject({ messages: { count: 0 } })
    expect((await talk.run(['api', QUEUED])).stdout).not.toContain('never taken up')
  })
})
