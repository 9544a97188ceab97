import type { ApiRequest } from '@antiphon/contract'
import type { Answer, ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { createSnipTool } from '../src/built-in-tools/session/snip-tool.ts'
import { createToolbox } from '../src/index.ts'
import {
  createEngineKit,
  createTestTools,
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

const OPTIONS = { toolbox: createToolbox([...createTestTools(), createSnipTool()]) }

/** The label of the message that holds these words. */
function labelOf(request: ApiRequest, words: string): string {
  const block = spokenBlocks(request).find(text => text.includes(words))
  return /\[id:(\w+)\]/.exec(block ?? '')?.[1] ?? 'none'
}

const echo = (text: string): ScriptReply => ({ thinking: text, calls: [{ name: 'Echo', input: { text } }] })

/** Drops the messages that hold these words. */
const snip =
  (...words: readonly string[]): ScriptReply =>
  (request): Answer => ({
    blocks: [
      { type: 'thinking', thinking: 'no longer needed' },
      { type: 'tool_use', name: 'Snip', input: { ids: words.map(word => labelOf(request, word)) } },
    ],
  })

describe('snip', () => {
  it('labels what can be dropped, and only while the model has the tool', async () => {
    kit = await createEngineKit([echo('a'), 'Done.', 'Plain.'])
    const { engine, close } = await kit.open(OPTIONS)
    await run(engine, 'first prompt')
    await close()
    const blocks = spokenBlocks(kit.simulator.log.all()[1]?.request ?? null)
    expect(blocks[0]).toMatch(/first prompt\\n\[id:\w{6}\]"/)
    expect(blocks.at(-1)).toMatch(/echo: a\\n\[id:\w{6}\]"/)
    const plain = await kit.open()
    await run(plain.engine, 'second prompt')
    await plain.close()
    expect(JSON.stringify(kit.simulator.log.all().at(-1)?.request)).not.toContain('[id:')
    expect(JSON.stringify(await readEntries(kit))).not.toContain('[id:')
  })

  it('drops what the model names, records it, keeps calls answered, and breaks the prefix once', async () => {
    kit = await createEngineKit([
      echo('a long output'),
      echo('another one'),
      snip('a long output\\n', 'go and'),
      { thinking: 'lighter', text: 'Dropped.' },
      { thinking: 'on', text: 'Going on.' },
    ])
    const { engine, close } = await kit.open(OPTIONS)
    const { result } = await run(engine, 'go and look')
    expect(result.text).toBe('Dropped.')
    await run(engine, 'next')
    await close()
    const requests = kit.simulator.log.all()
    expect(refusals(kit.simulator)).toEqual([])
    expect(findBreaks(requests)).toEqual([3])
    const after = spokenBlocks(requests[3]?.request ?? null)
    expect(after.filter(block => block.includes('you dropped it'))).toHaveLength(2)
    expect(after.some(block => block.includes('go and look'))).toBe(false)
    expect(after.some(block => block.includes('echo: another one'))).toBe(true)
    const boundaries = (await readEntries(kit)).filter(({ subtype }) => subtype === 'snip_boundary')
    expect(boundaries).toMatchObject([
      { snipMetadata: { removedUuids: [expect.any(String), expect.any(String)] } },
    ])
    expect(JSON.stringify(await readEntries(kit))).toContain('go and look')
  })

  it('sends the same bytes after a resume', async () => {
    kit = await createEngineKit([
      echo('a long output'),
      snip('a long output\\n'),
      'Dropped.',
      { thinking: 'hm', text: 'Still here.' },
    ])
    const first = await kit.open(OPTIONS)
    await run(first.engine, 'go')
    await first.close()
    const second = await kit.open(OPTIONS)
    expect((await run(second.engine, 'still?')).result.text).toBe('Still here.')
    await second.close()
    expect(findBreaks(kit.simulator.log.all())).toEqual([2])
    expect(refusals(kit.simulator)).toEqual([])
  })

  it('tells which labels nobody bears, and does not drop a message twice', async () => {
    let label = ''
    kit = await createEngineKit([
      echo('a long output'),
      request => {
        label = labelOf(request, 'echo: a long')
        return { blocks: [{ type: 'tool_use', name: 'Snip', input: { ids: [label, 'zzzzzz'] } }] }
      },
      () => ({ blocks: [{ type: 'tool_use', name: 'Snip', input: { ids: [label] } }] }),
      'I see.',
    ])
    const { engine, close } = await kit.open(OPTIONS)
    await run(engine, 'go')
    await close()
    const [, , second, third] = kit.simulator.log
      .all()
      .map(({ request }) => JSON.stringify(request?.messages.at(-1)))
    expect(second).toContain('No message bears the label zzzzzz')
    expect(third).toContain('Nothing was dropped')
    expect((await readEntries(kit)).filter(({ subtype }) => subtype === 'snip_boundary')).toHaveLength(1)
    expect(refusals(kit.simulator)).toEqual([])
  })
})
