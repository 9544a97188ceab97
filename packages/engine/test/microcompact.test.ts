import type { ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AgentTool, createToolbox, defineTool } from '../src/index.ts'
import {
  createEngineKit,
  type EngineKit,
  findBreaks,
  readEntries,
  refusals,
  run,
  spokenBlocks,
} from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

const NOTE = 'An old result stood here'

/** Gives a long text. */
const lookTool: AgentTool = defineTool({
  name: 'Look',
  description: 'Looks.',
  schema: z.object({ text: z.string() }),
  prepare: input => ({
    input,
    access: { kind: 'tool' },
    isReadOnly: true,
    isConcurrencySafe: true,
    title: 'Look',
    // biome-ignore lint/correctness/useYield: it has no progress
    run: async function* () {
      return { content: `${input.text} ${'word '.repeat(800)}` }
    },
  }),
})

/** About a thousand tokens a look. */
const OPTIONS = {
  toolbox: createToolbox([lookTool]),
  system: 'be kind '.repeat(1500),
  microcompaction: { atTokens: 8_000, keepExchanges: 2, minTokensSaved: 2_000 },
}

const look = (text: string): ScriptReply => ({
  thinking: `about ${text}`,
  calls: [{ name: 'Look', input: { text } }],
})

describe('microcompaction', () => {
  it('clears old results in one cut, breaks the prefix once, and goes on growing', async () => {
    const looks = Array.from({ length: 9 }, (_, n) => look(`look ${n}`))
    kit = await createEngineKit([...looks, { thinking: 'all seen', text: 'Done.' }])
    const { engine, close } = await kit.open(OPTIONS)
    const { events, result } = await run(engine, 'look around')
    expect(result.text).toBe('Done.')
    await close()
    const requests = kit.simulator.log.all()
    const boundaries = (await readEntries(kit)).filter(({ subtype }) => subtype === 'microcompact_boundary')
    expect(boundaries.length).toBeGreaterThan(0)
    expect(
      events.filter(event => event.type === 'system' && event.subtype === 'microcompact_boundary'),
    ).toHaveLength(boundaries.length)
    expect(refusals(kit.simulator)).toEqual([])
    expect(findBreaks(requests)).toHaveLength(boundaries.length)
    const misses = requests.flatMap(({ cache, number }) =>
      cache?.miss ? [{ number, reason: cache.miss.reason }] : [],
    )
    expect(misses.map(({ reason }) => reason)).toEqual(boundaries.map(() => 'messages_changed'))
    const last = spokenBlocks(requests.at(-1)?.request ?? null)
    expect(last.filter(block => block.includes(NOTE)).length).toBeGreaterThanOrEqual(2)
    expect(last.filter(block => block.includes('look 8 word'))).toHaveLength(1)
    expect(last.filter(block => block.includes('look 0 word'))).toHaveLength(0)
  })

  it('says in the log what it cleared and about how much that was', async () => {
    kit = await createEngineKit([...[0, 1, 2, 3, 4, 5, 6].map(n => look(`look ${n}`)), 'Done.'])
    const { engine, close } = await kit.open(OPTIONS)
    await run(engine, 'look around')
    await close()
    const [boundary] = (await readEntries(kit)).filter(({ subtype }) => subtype === 'microcompact_boundary')
    expect(boundary).toMatchObject({
      content: 'Context microcompacted',
      microcompactMetadata: { trigger: 'auto', clearedAttachmentUUIDs: [] },
    })
    const metadata = JSON.parse(JSON.stringify(boundary)).microcompactMetadata
    expect(metadata.preTokens).toBeGreaterThanOrEqual(8_000)
    expect(metadata.tokensSaved).toBeGreaterThanOrEqual(2_000)
    expect(metadata.compactedToolIds).toContainEqual(expect.stringMatching(/^toolu_/))
  })

  it('sends the same bytes after a resume', async () => {
    const looks = Array.from({ length: 7 }, (_, n) => look(`look ${n}`))
    kit = await createEngineKit([...looks, 'Done.', { thinking: 'hm', text: 'Still here.' }, 'And here.'])
    const first = await kit.open(OPTIONS)
    await run(first.engine, 'look around')
    await first.close()
    const breaks = findBreaks(kit.simulator.log.all()).length
    expect(breaks).toBeGreaterThan(0)
    const second = await kit.open({ ...OPTIONS, microcompaction: null })
    expect((await run(second.engine, 'still there?')).result.text).toBe('Still here.')
    expect((await run(second.engine, 'and now?')).result.text).toBe('And here.')
    await second.close()
    expect(findBreaks(kit.simulator.log.all())).toHaveLength(breaks)
    expect(refusals(kit.simulator)).toEqual([])
    expect(
      kit.simulator.log
        .all()
        .slice(-2)
        .map(({ cache }) => cache?.miss),
    ).toEqual([null, null])
  })

  it('is taken over by a compaction', async () => {
    const looks = Array.from({ length: 7 }, (_, n) => look(`look ${n}`))
    kit = await createEngineKit([...looks, 'Done.', '<summary>They looked.</summary>', 'Fine.'])
    const { engine, close } = await kit.open(OPTIONS)
    await run(engine, 'look around')
    for await (const _ of engine.compact());
    expect((await run(engine, 'go on')).result.text).toBe('Fine.')
    await close()
    expect(refusals(kit.simulator)).toEqual([])
    const summary = spokenBlocks(kit.simulator.log.all().at(-2)?.request ?? null)
    expect(summary.some(block => block.includes(NOTE))).toBe(true)
  })

  it.each([
    ['below its threshold', { atTokens: 100_000, keepExchanges: 2, minTokensSaved: 2_000 }],
    ['where there is too little to clear', { atTokens: 5_000, keepExchanges: 2, minTokensSaved: 50_000 }],
    [
      'where the last answers made all the results',
      { atTokens: 5_000, keepExchanges: 20, minTokensSaved: 1 },
    ],
    ['when it is off', null],
  ])('does nothing %s', async (_, microcompaction) => {
    kit = await createEngineKit([...[0, 1, 2, 3, 4, 5].map(n => look(`look ${n}`)), 'Done.'])
    const { engine, close } = await kit.open({ ...OPTIONS, microcompaction })
    await run(engine, 'look around')
    await close()
    expect(findBreaks(kit.simulator.log.all())).toEqual([])
  })
})
