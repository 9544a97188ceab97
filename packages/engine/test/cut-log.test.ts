import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiRequest } from '@antiphon/contract'
import { createScriptModel, type ScriptReply, type SimulatedModel } from '@antiphon/simulator'
import { toLogPath, toProjectKey } from '@antiphon/transcript'
import { afterEach, describe, expect, it } from 'vitest'
import { createTaskTool } from '../src/built-in-tools/session/task-tool.ts'
import { createToolbox, type QueryEngineOptions } from '../src/index.ts'
import {
  createEngineKit,
  createTestTools,
  type EngineKit,
  refusals,
  run,
  SESSION,
  spokenBlocks,
} from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

const call = (text: string): { name: string; input: { text: string } } => ({ name: 'Echo', input: { text } })
const LONG = 'word '.repeat(700)
const SUMMARY = 'They looked at a, b and c.'
const STEPS: readonly ScriptReply[] = [
  { thinking: 'two', text: 'I look.', calls: [call(`a ${LONG}`), call(`b ${LONG}`)] },
  { thinking: 'three', calls: [call(`c ${LONG}`)] },
  { thinking: 'four', calls: [call(`d ${LONG}`)] },
  { thinking: 'hand on', calls: [{ name: 'Task', input: { description: 'look', prompt: 'look' } }] },
  'I looked.',
  { thinking: 'five', calls: [call(`e ${LONG}`)] },
  { thinking: 'seen', text: 'Done.' },
  `<summary>${SUMMARY}</summary>`,
  { thinking: 'on', text: 'More.', calls: [call('f'), call('g')] },
  { thinking: 'enough', text: 'That is all.' },
]

const OPTIONS: Partial<QueryEngineOptions> = {
  toolbox: createToolbox([...createTestTools(), createTaskTool()]),
  system: 'be kind '.repeat(1500),
  microcompaction: { atTokens: 5_000, keepExchanges: 2, minTokensSaved: 1_500 },
}

/** What was in the log when a request of the conversation came. */
type Sent = { readonly lines: number; readonly blocks: readonly string[] }

describe('a log that ends anywhere', () => {
  it('lets the session go on from there: nothing refused or forgotten, and what was sent last is extended', async () => {
    const sent: Sent[] = []
    kit = await createEngineKit([], { model: watch(sent) })
    const { engine, close } = await kit.open(OPTIONS)
    await run(engine, 'the first prompt')
    for await (const _ of engine.compact());
    await run(engine, 'the second prompt')
    await close()
    const lines = readLines()
    expect(sent).toHaveLength(8)
    expect(lines.filter(isBoundary).length).toBeGreaterThanOrEqual(2)
    for (let cut = 1; cut <= lines.length; cut++) {
      // Half of a line more: a writer that died in the middle of it.
      const rest = lines[cut] ?? ''
      writeFileSync(logPath(), `${lines.slice(0, cut).join('\n')}\n${rest.slice(0, rest.length / 2)}`)
      const resumed = await kit.open({ ...OPTIONS, microcompaction: null })
      await run(resumed.engine, 'the last prompt')
      await resumed.close()
      const blocks = spokenBlocks(kit.simulator.log.all().at(-1)?.request ?? null)
      const words = blocks.join('\n')
      expect(refusals(kit.simulator), `cut after ${cut}`).toEqual([])
      expect(words.includes('the first prompt') || words.includes(SUMMARY), `cut after ${cut}`).toBe(true)
      const last = sent.findLast(({ lines: there }) => there <= cut)
      const isTold = lines.slice(last?.lines ?? 0, cut).some(isBoundary)
      if (last && !isTold)
        expect(blocks.slice(0, last.blocks.length), `cut after ${cut}`).toEqual(last.blocks)
    }
  })
})

function watch(sent: Sent[]): SimulatedModel {
  const steps = createScriptModel(STEPS)
  const isAside = ({ system, messages }: ApiRequest): boolean =>
    JSON.stringify(system).includes('subagent') || JSON.stringify(messages.at(-1)).includes('gets too long')
  return {
    name: 'steps that look at the log',
    answer(request, turn) {
      if (JSON.stringify(request.messages).includes('the last prompt'))
        return createScriptModel(['Here.']).answer(request, turn)
      if (!isAside(request)) sent.push({ lines: readLines().length, blocks: spokenBlocks(request) })
      return steps.answer(request, turn)
    },
  }
}

function logPath(): string {
  const folder = kit?.folder ?? ''
  return toLogPath(join(folder, 'root'), { project: toProjectKey(folder), session: SESSION })
}

function readLines(): readonly string[] {
  return existsSync(logPath()) ? readFileSync(logPath(), 'utf8').split('\n').slice(0, -1) : []
}

function isBoundary(line: string): boolean {
  return /"subtype":"(?:micro)?compact_boundary"/.test(line)
}
