import type { Entry } from '@antiphon/core'
import { afterEach, describe, expect, it } from 'vitest'
import { restoreQueuedPrompts } from '../src/session/restore-queued-prompts.ts'
import {
  createEngineKit,
  type EngineKit,
  findBreaks,
  readEntries,
  refusals,
  run,
  runQueued,
  stored,
} from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

const call = (name: string, text: string): { name: string; input: { text: string } } => ({
  name,
  input: { text },
})

async function operations(started: EngineKit): Promise<readonly unknown[]> {
  const entries = await readEntries(started)
  return entries.flatMap(entry =>
    entry.type === 'queue-operation'
      ? [entry.content === undefined ? entry.operation : `${entry.operation} ${String(entry.content)}`]
      : [],
  )
}

describe('a prompt that comes while a turn runs', () => {
  it('is told to the model between two rounds of calls', async () => {
    kit = await createEngineKit([{ calls: [call('Echo', 'a')] }, 'Done, and yours too.', 'Two.'])
    const { engine, close } = await kit.open()
    let uuid: Promise<string> | undefined
    const { events, result } = await run(engine, 'first', event => {
      if (event.type === 'progress') uuid ??= engine.queue('and also this')
    })
    expect(result.text).toBe('Done, and yours too.')
    expect(stored(events).find(({ type }) => type === 'attachment')).toMatchObject({
      attachment: {
        type: 'queued_command',
        prompt: 'and also this',
        commandMode: 'prompt',
        source_uuid: await uuid,
      },
    })
    await run(engine, 'second')
    await close()
    const bodies = kit.simulator.log.all().map(({ request }) => JSON.stringify(request?.messages))
    expect(bodies[0]).not.toContain('and also this')
    expect(bodies[1]).toMatch(/echo: a.*and also this/)
    expect(await operations(kit)).toEqual(['enqueue and also this', 'remove and also this'])
    expect(refusals(kit.simulator)).toEqual([])
    expect(findBreaks(kit.simulator.log.all())).toEqual([])
  })

  it('becomes the next prompt where the turn ends first, each a turn of its own', async () => {
    kit = await createEngineKit(['One.', 'Two.', 'Three.'])
    const { engine, close } = await kit.open()
    let queued: Promise<unknown> | undefined
    const { result } = await run(engine, 'first', event => {
      if (event.type === 'assistant') queued ??= Promise.all([engine.queue('second'), engine.queue('third')])
    })
    await queued
    const results = [result.text]
    while (engine.queued().length > 0) results.push((await runQueued(engine)).result.text)
    expect(results).toEqual(['One.', 'Two.', 'Three.'])
    await close()
    expect(await operations(kit)).toEqual([
      'enqueue second',
      'enqueue third',
      'dequeue second',
      'dequeue third',
    ])
    expect(kit.simulator.log.all()).toHaveLength(3)
    expect(refusals(kit.simulator)).toEqual([])
    expect(findBreaks(kit.simulator.log.all())).toEqual([])
    const prompts = (await readEntries(kit)).filter(({ type }) => type === 'user')
    expect(JSON.stringify(prompts)).toMatch(/first.*second.*third/)
  })

  it('waits after an interruption, and can be taken back', async () => {
    kit = await createEngineKit([{ calls: [call('Slow', 'a')] }, 'Back.'])
    const { engine, close } = await kit.open()
    let isQueued = false
    const { result } = await run(engine, 'first', event => {
      if (event.type !== 'progress' || isQueued) return
      isQueued = true
      void engine.queue('later').then(() => engine.interrupt())
    })
    expect(result.end).toEqual({ reason: 'interrupted' })
    expect(engine.queued()).toMatchObject([{ prompt: 'later' }])
    expect(await engine.cancelQueued()).toMatchObject([{ prompt: 'later' }])
    expect((await run(engine, 'go on')).result.text).toBe('Back.')
    await close()
    expect(await operations(kit)).toEqual(['enqueue later', 'popAll later'])
    expect(refusals(kit.simulator)).toEqual([])
    expect(findBreaks(kit.simulator.log.all())).toEqual([])
  })

  it('comes back after a crash, wherever it happened, until it was told', async () => {
    kit = await createEngineKit([
      { calls: [call('Slow', 'a')] },
      '<summary>They waited.</summary>',
      { calls: [call('Echo', 'b')] },
      'All told.',
    ])
    const first = await kit.open()
    let isQueued = false
    await run(first.engine, 'first', event => {
      if (event.type !== 'progress' || isQueued) return
      isQueued = true
      void Promise.all([first.engine.queue('later'), first.engine.queue('much later')]).then(() =>
        first.engine.interrupt(),
      )
    })
    for await (const _ of first.engine.compact());
    await first.close()
    const before = restoreQueuedPrompts((await readEntries(kit)) as readonly Entry[])
    expect(before.map(({ prompt }) => prompt)).toEqual(['later', 'much later'])
    const second = await kit.open({ queuedPrompts: before })
    expect(second.engine.queued()).toEqual(before)
    await run(second.engine, 'go on')
    await second.close()
    const entries = (await readEntries(kit)) as readonly Entry[]
    expect(JSON.stringify(kit.simulator.log.all().at(-1)?.request)).toMatch(/echo: b.*later.*much later/)
    expect(restoreQueuedPrompts(entries)).toEqual([])
    expect(refusals(kit.simulator)).toEqual([])
    const end = entries.findLastIndex(({ type }) => type === 'attachment')
    const boundary = entries.findIndex(entry => 'subtype' in entry && entry.subtype === 'compact_boundary')
    for (const start of [0, boundary])
      for (let cut = boundary + 6; cut < end; cut++)
        expect(restoreQueuedPrompts(entries.slice(start, cut)).map(({ prompt }) => prompt)).toEqual([
          'later',
          'much later',
        ])
    expect(restoreQueuedPrompts(entries.slice(0, end)).map(({ prompt }) => prompt)).toEqual(['much later'])
  })

  it('is kept from the model where a hook refuses it', async () => {
    kit = await createEngineKit([{ calls: [call('Echo', 'a')] }, 'Done.'])
    const { engine, close } = await kit.open({
      hooks: {
        onPrompt: async prompt => ({ messages: [], refusal: prompt.includes('bad') ? 'not this one' : null }),
      },
    })
    let isQueued = false
    const { events } = await run(engine, 'first', event => {
      if (event.type !== 'progress' || isQueued) return
      isQueued = true
      void engine.queue('bad words')
    })
    await close()
    expect(JSON.stringify(stored(events))).toContain('not this one')
    expect(JSON.stringify(kit.simulator.log.all())).not.toContain('bad words')
    expect(refusals(kit.simulator)).toEqual([])
  })
})
