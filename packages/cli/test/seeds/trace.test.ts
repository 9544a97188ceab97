import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { API_STEP_NAMES } from '@antiphon/core/api'
import type { ToolTrace } from '@antiphon/core/inspect'
import { createScriptModel, type ScriptReply } from '@antiphon/simulator'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import {
  createHeadlessKit,
  DRIVEN,
  type HeadlessKit,
  listBlocks,
  listRefusals,
  readLogs,
} from '../headless-kit.ts'
import { collect, startAntiphon } from '../spawn-antiphon.ts'
import type { Ran } from '../test-io.ts'
import { requirement } from './requirement.ts'

const SESSION = '44444444-4444-4444-8444-444444444444'
const LONG = 'awk \'BEGIN { for (i = 0; i < 5000; i++) print "line " i }\''
const bash = (command: string): { readonly name: string; readonly input: JsonObject } => ({
  name: 'Bash',
  input: { command },
})
const step = (name: string): ScriptReply => ({ calls: [bash(`echo ${name}`)] })

/** Much is read, then little things are done until old results are cleared; then the context is summed up. */
const REPLIES: readonly ScriptReply[] = [
  { text: 'I look.', calls: [1, 2, 3, 4, 5].map(() => bash(LONG)) },
  ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(step),
  'Done.',
  'Heard.',
  'Heard again.',
  'The summary: much was read.',
  'Going on.',
]
/** How many requests there were before the one for the summary. */
const SUMMARY = 11

const words = (tokens: number): string => 'lamp '.repeat(tokens)

let kit: HeadlessKit
let id: string

function run(...argv: readonly string[]): Promise<Ran> {
  return collect(startAntiphon(argv, { ...kit.env, COLUMNS: '110' }, kit.folder))
}

async function trace(toolId: string): Promise<ToolTrace> {
  const { stdout, stderr } = await run('trace', SESSION, toolId, '--json')
  return JSON.parse(stdout || stderr)
}

beforeAll(async () => {
  kit = await createHeadlessKit(createScriptModel(REPLIES))
  const flags = [
    '--session-id',
    SESSION,
    '--model',
    'claude-haiku-4-5',
    '--permission-mode',
    'bypassPermissions',
  ]
  const agent = kit.start([...DRIVEN, ...flags])
  for (const [index, prompt] of [words(60_000), words(40_000), words(40_000), 'go on'].entries()) {
    agent.say(prompt)
    await agent.until(() => agent.events.filter(({ type }) => type === 'result').length > index)
  }
  agent.hush()
  expect(await agent.ended).toMatchObject({ code: 0, isTimeout: false })
  const call = listBlocks(readLogs(kit.root)).find(({ type }) => type === 'tool_use')
  id = String(call?.id)
}, 90_000)
afterAll(() => kit.close())

describe('the life of a tool result', () => {
  requirement(
    '003:465-470',
    'is told by `antiphon trace`: made, seen by each step, sent, cleared, summed up',
    async () => {
      expect(listRefusals(kit.simulator)).toEqual([])
      const told = await trace(id)
      const entries = readLogs(kit.root)
      const call = entries.find(entry => listBlocks([entry]).some(block => block.id === id))
      const result = entries.find(entry => listBlocks([entry]).some(block => block.tool_use_id === id))
      expect(told).toMatchObject({
        ...{ id, tool: 'Bash' },
        call: { uuid: call?.uuid, model: 'claude-haiku-4-5', agent: null },
        results: [
          {
            ...{ uuid: result?.uuid, calledBy: call?.uuid, isError: false },
            content: { type: 'string', preview: expect.stringContaining('line 0 line 1') },
            toolUseResult: { type: 'object', preview: expect.stringContaining('stdout: line 0') },
          },
        ],
      })
      expect(told.results[0]?.content.units).toBeGreaterThan(20_000)
      expect(told.steps.map(({ stage }) => stage)).toEqual([
        'applyContextEdits',
        'toPieces',
        ...API_STEP_NAMES,
      ])
      expect(told.steps[0]).toMatchObject({ effect: 'changed', repairs: [{ rule: 'SEED-microcompact' }] })

      // Where it is said to stand in a request, there it stood in what the API got.
      const sent = kit.simulator.log.all().map(({ request }) => request?.messages ?? [])
      const states = told.requests.map(({ number, place, state }) => {
        // The model was also asked for the summary.
        const messages = sent[number > SUMMARY ? number : number - 1] ?? []
        const block = place && Object(messages[place.message]?.content)[place.block]
        if (place) expect(block).toMatchObject({ type: 'tool_result', tool_use_id: id })
        else expect(JSON.stringify(messages)).not.toContain(id)
        if (block) expect(JSON.stringify(block).includes('line 17')).toBe(state === 'whole')
        return state
      })
      expect(new Set(states)).toEqual(new Set(['whole', 'changed', 'gone']))
      expect(told.next.state).toBe('gone')
      expect(told.fates.map(({ kind }) => kind)).toEqual(['cleared', 'summed-up'])
    },
  )

  requirement('003:465-470', 'is told for people, by a part of the id, and names near ids', async () => {
    const { stdout, code } = await run('trace', SESSION, id.slice(-8))
    expect(code).toBe(0)
    for (const words of ['by the session', 'message.content', 'toolUseResult', 'messages[2].content[0]'])
      expect(stdout).toContain(words)
    expect(stdout).toContain('summed up by a compaction')
    const wrong = await run('trace', SESSION, `${id.slice(0, -2)}zz`)
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain(`The nearest of 12:\n  ${id}  Bash: awk`)
  })
})

describe('the order of the steps', () => {
  requirement(
    '003:477-482',
    'can be tried: `antiphon api --without` and `--order` tell which rule refuses the request',
    async () => {
      // As a crash leaves it and somebody goes on: the call is stored, its result is not.
      const folder = join(kit.root, 'projects', 'crashed')
      mkdirSync(folder)
      const log = join(folder, 'crashed.jsonl')
      const lines = readLogs(kit.root).filter(({ type }) => type === 'user' || type === 'assistant')
      const cut = lines.findIndex(entry => listBlocks([entry]).some(block => block.tool_use_id === id))
      const said = {
        ...{ type: 'user', uuid: randomUUID(), parentUuid: lines[cut - 1]?.uuid },
        message: { role: 'user', content: 'and?' },
      }
      const kept = [...lines.slice(0, cut), said]
      writeFileSync(log, kept.map(line => `${JSON.stringify(line)}\n`).join(''))
      const without = await run('api', log, '--check', '--without', 'pairToolResults')
      expect(without.code).toBe(1)
      expect(without.stdout).toContain(
        'The API would refuse it by TUP-01: 400 invalid_request_error: messages.',
      )
      expect(without.stdout).toContain(
        '`tool_use` ids were found without `tool_result` blocks immediately after',
      )
      expect((await run('api', log, '--check')).code).toBe(0)
      const order = ['--order', 'resultsFirst,pairToolResults']
      const { trial, violations } = JSON.parse((await run('api', log, '--json', ...order)).stdout)
      expect(trial).toMatchObject({ order: ['resultsFirst', 'pairToolResults'], changed: [2] })
      expect(violations.request).toMatchObject([{ rule: 'TUP-14' }])
      const unknown = await run('api', log, '--without', 'ensureToolResultPairing')
      expect(unknown.stderr).toContain('Steps: applyContextEdits, reorderAttachments')
    },
  )
})
