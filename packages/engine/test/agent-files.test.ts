import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createToolbox, createTools } from '../src/index.ts'
import { createEngineKit, type EngineKit, refusals, run } from './engine-kit.ts'

let kit: EngineKit
afterEach(() => kit.close())

describe('what a subagent has read', () => {
  it('is not taken for read by the agent that started it', async () => {
    const file = (name: string): string => join(kit.folder, name)
    kit = await createEngineKit([
      { calls: [{ name: 'Task', input: { description: 'look', prompt: 'read f.txt' } }] },
      () => ({ blocks: [{ type: 'tool_use', name: 'Read', input: { file_path: file('f.txt') } }] }),
      'It says old.',
      () => ({
        blocks: [{ type: 'tool_use', name: 'Write', input: { file_path: file('f.txt'), content: 'new' } }],
      }),
      'Done.',
    ])
    writeFileSync(file('f.txt'), 'old')
    const session = await kit.open({
      toolbox: createToolbox(createTools().filter(({ name }) => name !== 'Snip')),
    })
    await run(session.engine, 'go')
    await session.close()
    // The model that writes has never seen what it would overwrite.
    expect(readFileSync(file('f.txt'), 'utf8')).toBe('old')
    expect(kit.simulator.log.all()).toHaveLength(5)
    expect(refusals(kit.simulator)).toEqual([])
  })
})
