import { isObject } from '@antiphon/contract'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Line, listBlocks, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { attachmentsOf, createTalk, ofKind, startDialogue, type Talk } from './talk-kit.ts'

type Troubled = { readonly talk: Talk; readonly log: readonly Line[]; readonly wire: readonly Line[] }

const SLOW = { text: 'slowly '.repeat(300), pace: 40 }
const sayAt = (talk: Talk, index: number): string => JSON.stringify(talk.requests().at(index)?.messages)

/** A stream that breaks, an overloaded model and its fallback, an answer that is cut, a key that is refused. */
async function meetBrokenModels(): Promise<Troubled> {
  const talk = await createTalk(
    [
      {
        blocks: [
          { type: 'text', text: 'Taken back.' },
          { type: 'text', text: 'cut here '.repeat(20) },
        ],
      },
      'Whole.',
      'From the fallback.',
      { text: 'Cut by the limit', stopReason: 'max_tokens' },
      'and on.',
      'After the error.',
      {
        blocks: [
          { type: 'tool_use', name: 'Bash', input: { command: 'echo it ran' }, id: 'toolu_ran' },
          { type: 'text', text: 'never whole '.repeat(30) },
        ],
        pace: 30,
      },
      'Went on.',
    ],
    { faults: [{ fault: { kind: 'error-event', afterEvents: 6, errorType: 'overloaded_error' } }] },
  )
  const { agent, ask, end } = startDialogue(
    talk,
    ['--fallback-model', 'claude-haiku-4-5', '--allowedTools', 'Bash(echo:*)'],
    { env: { CLAUDE_CODE_MAX_RETRIES: '1' } },
  )
  await ask('one')
  const overloaded = {
    kind: 'error',
    status: 529,
    errorType: 'overloaded_error',
    message: 'Overloaded',
  } as const
  talk.simulator.faults.add({ fault: overloaded, times: 2, model: 'claude-opus-5-5' })
  await ask('two')
  await ask('three')
  const refused = {
    kind: 'error',
    status: 401,
    errorType: 'authentication_error',
    message: 'no such key',
  } as const
  talk.simulator.faults.add({ fault: refused })
  await ask('four')
  await ask('five')
  talk.simulator.faults.add({ fault: { kind: 'error-event', afterEvents: 12, errorType: 'api_error' } })
  await ask('six')
  await end()
  return { talk, log: readLogs(talk.root), wire: agent.events }
}

/** A person who interrupts: a command, an answer, and agents in the background. */
async function interruptEverything(): Promise<Troubled> {
  const talk = await createTalk([
    { text: 'Running.', calls: [{ name: 'Bash', input: { command: 'sleep 30' }, id: 'toolu_sleep' }] },
    SLOW,
    {
      calls: [{ name: 'Task', input: { description: 'far away', prompt: 'work', run_in_background: true } }],
    },
    ...[SLOW, SLOW],
    'Still here.',
  ])
  const dialogue = startDialogue(talk, ['--allowedTools', 'Bash,Task'])
  const { agent, say, control, results, ask, end } = dialogue
  say('one')
  await agent.until(event => listBlocks([event]).some(({ type }) => type === 'tool_use'))
  await control({ subtype: 'interrupt' })
  await results(1)
  say('two')
  await agent.until(({ event }) => JSON.stringify(event)?.includes('slowly') === true)
  await control({ subtype: 'interrupt' })
  await results(2)
  say('three')
  await agent.until(({ subtype }) => subtype === 'task_started')
  await talk.simulator.log.waitFor(() => talk.simulator.log.all().length >= 4)
  await control({ subtype: 'interrupt' })
  await results(3)
  await ask('four')
  await end()
  return { talk, log: readLogs(talk.root), wire: agent.events }
}

/** A prompt that comes while a command runs, and a limit of turns. */
async function reachTheLimit(): Promise<Troubled> {
  const call = { calls: [{ name: 'Bash', input: { command: 'sleep 0.8' } }] }
  const talk = await createTalk([call, call, 'never'])
  const { agent, say, results, end } = startDialogue(talk, ['--allowedTools', 'Bash', '--max-turns', '2'])
  say('one')
  await agent.until(event => listBlocks([event]).some(({ type }) => type === 'tool_use'))
  say('and this')
  await results(1)
  await end()
  return { talk, log: readLogs(talk.root), wire: agent.events }
}

let broken: Troubled
let interrupted: Troubled
let limited: Troubled
beforeAll(async () => {
  ;[broken, interrupted, limited] = await Promise.all([
    meetBrokenModels(),
    interruptEverything(),
    reachTheLimit(),
  ])
})
afterAll(async () => {
  for (const { talk } of [broken, interrupted, limited]) await talk.close()
})

describe('where the model fails', () => {
  requirement(
    ['003:319-333', '004:190-198', '001:7-15', '003:20-47'],
    'what was shown of a broken answer is taken back: it is sent no more, shown no more, and no tombstone is stored',
    async () => {
      expect(JSON.stringify(broken.wire)).toContain('Taken back.')
      for (const { messages } of broken.talk.requests())
        expect(JSON.stringify(messages)).not.toContain('Taken back.')
      const session = String(broken.wire.find(({ subtype }) => subtype === 'init')?.session_id)
      const { stdout } = await broken.talk.run(['show', session])
      expect(stdout).toContain('Whole.')
      expect(stdout).not.toContain('Taken back.')
      const types = new Set(broken.log.map(({ type }) => type))
      for (const type of ['user', 'assistant', 'system', 'attachment']) expect(types).toContain(type)
      for (const type of ['tombstone', 'tool_use_summary', 'progress']) expect(types).not.toContain(type)
    },
  )

  requirement(
    ['004:91-109', '003:190', '003:218-223'],
    'each attempt is an api_error, and the fallback a message with its level',
    async () => {
      const errors = ofKind(broken.log, 'system', 'api_error')
      expect(errors[1]).toMatchObject({
        ...{ level: 'error', error: { status: 529 } },
        ...{ retryAttempt: 1, maxRetries: 1, retryInMs: expect.any(Number), uuid: expect.any(String) },
      })
      expect(ofKind(broken.log, 'system', 'informational')).toContainEqual(
        expect.objectContaining({
          level: 'warning',
          content: expect.stringContaining('going on with claude-haiku-4-5'),
        }),
      )
    },
  )

  requirement(
    ['003:59', '003:82a', '004:132-140'],
    'an answer that was cut goes on by a meta message, which the model reads and a person does not',
    async () => {
      const meta = broken.log.filter(({ type, isMeta }) => type === 'user' && isMeta === true)
      expect(meta.length).toBeGreaterThan(0)
      const words = String(isObject(meta[0]?.message) && meta[0].message.content)
      expect(JSON.stringify(broken.talk.requests())).toContain(JSON.stringify(words).slice(1, -1))
      const session = String(broken.wire.find(({ subtype }) => subtype === 'init')?.session_id)
      expect((await broken.talk.run(['show', session])).stdout).not.toContain(words.slice(0, 30))
    },
  )

  requirement(
    ['000:94', '003:167-172', '003:175-186', '003:161-165', '004:142-188', '004:189', '004:247-261'],
    'an API error stands in an answer’s place, synthetic and marked, and is not sent',
    async () => {
      const [error] = broken.log.filter(({ isApiErrorMessage }) => isApiErrorMessage === true)
      expect(error).toMatchObject({
        ...{ type: 'assistant', uuid: expect.any(String), timestamp: expect.any(String) },
        message: {
          ...{ id: expect.any(String), container: null, model: '<synthetic>', role: 'assistant' },
          ...{ stop_reason: 'stop_sequence', stop_sequence: '', type: 'message', context_management: null },
          content: [{ type: 'text', text: expect.stringContaining('no such key') }],
          usage: {
            ...{ input_tokens: 0, output_tokens: 0 },
            ...{ cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
            server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
            ...{ service_tier: null, inference_geo: null, iterations: null, speed: null },
            cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
          },
        },
      })
      expect(isObject(error?.message) && error.message.id).not.toBe(error?.uuid)
      expect(sayAt(broken.talk, 5)).toContain('five')
      expect(sayAt(broken.talk, 5)).not.toContain('no such key')
    },
  )

  requirement(
    '003:325',
    'an answer whose call has run is kept with its result, and the model goes on from there',
    async () => {
      expect(listBlocks(broken.log)).toContainEqual(
        expect.objectContaining({ tool_use_id: 'toolu_ran', content: 'it ran' }),
      )
      expect(sayAt(broken.talk, -1)).toContain('"tool_use_id":"toolu_ran"')
      expect(sayAt(broken.talk, -1)).not.toContain('never whole')
    },
  )
})

describe('where a person interrupts', () => {
  requirement(
    ['003:83', '003:108', '003:405-407', '003:457-464'],
    'a message in the seeds’ words says so, another one where a tool was running',
    async () => {
      const texts = listBlocks(ofKind(interrupted.log, 'user')).map(({ text }) => text)
      expect(texts).toContain('[Request interrupted by user for tool use]')
      expect(texts).toContain('[Request interrupted by user]')
      expect(sayAt(interrupted.talk, -1)).toContain('[Request interrupted by user for tool use]')
      expect(listBlocks(interrupted.log)).toContainEqual(
        expect.objectContaining({ tool_use_id: 'toolu_sleep', is_error: true }),
      )
    },
  )

  requirement(
    ['004:280-292', '003:414-430'],
    'what the program says in their place does not count as their prompts',
    async () => {
      const session = String(interrupted.wire.find(({ subtype }) => subtype === 'init')?.session_id)
      expect((await interrupted.talk.run(['show', session])).stdout).toMatch(/\(4 prompts, /)
    },
  )

  requirement('003:199', 'agents in the background that end with it are named', async () => {
    expect(ofKind(interrupted.log, 'system', 'agents_killed')).toHaveLength(1)
  })

  requirement(
    '000:133-151',
    'the results say how each turn ended: by an error, by the limit of turns',
    async () => {
      expect(ofKind(interrupted.wire, 'result')[0]).toMatchObject({
        ...{ subtype: 'error_during_execution', is_error: true },
      })
      expect(ofKind(limited.wire, 'result')[0]).toMatchObject({ subtype: 'error_max_turns', is_error: true })
    },
  )

  requirement(
    ['003:249', '003:252', '003:254-259'],
    'what they type meanwhile and the limit of turns are attachments; the model reads the one, not the other',
    async () => {
      expect(attachmentsOf(limited.log, 'queued_command')).toMatchObject([{ prompt: 'and this' }])
      expect(attachmentsOf(limited.log, 'max_turns_reached')).toMatchObject([{ maxTurns: 2, turnCount: 2 }])
      expect(sayAt(limited.talk, -1)).toContain('and this')
      const session = String(limited.wire.find(({ subtype }) => subtype === 'init')?.session_id)
      const { request } = JSON.parse((await limited.talk.run(['api', session, '--json'])).stdout)
      expect(JSON.stringify(request.messages)).toContain('and this')
      expect(JSON.stringify(request.messages)).not.toMatch(/max_turns|maxTurns/)
    },
  )
})
