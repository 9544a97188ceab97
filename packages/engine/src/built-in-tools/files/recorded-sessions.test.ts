import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import { createFileTools } from '../index.ts'

const FOLDER = new URL('../../../../core/fixtures/stream-json/', import.meta.url)
const VERSIONS = ['2.1.88', '2.1.325']
const PROJECT = '/home/dev/project'
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let harness: ToolHarness

beforeEach(async () => {
  harness = await createToolHarness()
  writeFileSync(harness.path('a.txt'), 'alpha\nline2\n')
  writeFileSync(harness.path('dot.png'), Buffer.from(PIXEL, 'base64'))
})
afterEach(() => harness.close())

type Recorded = { readonly name: string; readonly input: unknown; readonly result: unknown }

/** The calls of our tools with their results, moved into the folder of the test. */
function readCalls(file: string): readonly Recorded[] {
  const text = readFileSync(new URL(file, FOLDER), 'utf8').replaceAll(PROJECT, harness.cwd)
  const calls = new Map<string, { name: string; input: unknown }>()
  const recorded: Recorded[] = []
  for (const line of text.split('\n').filter(line => line !== '')) {
    const entry = JSON.parse(line)
    if (!Array.isArray(entry.message?.content)) continue
    for (const block of entry.message.content) {
      if (block.type === 'tool_use') calls.set(block.id, block)
      const call = calls.get(block.tool_use_id)
      if (call !== undefined) recorded.push({ ...call, result: entry.tool_use_result })
    }
  }
  return recorded
}

describe('recorded sessions', () => {
  it.each(VERSIONS.flatMap(version => ['edit', 'image', 'parallel'].map(kind => [version, kind])))(
    'get the results that Claude Code %s recorded: %s',
    async (version, kind) => {
      const tools = createFileTools()
      let compared = 0
      for (const { name, input, result } of readCalls(`claude-${version}-${kind}.jsonl`)) {
        const tool = tools.find(tool => tool.name === name)
        if (tool === undefined) continue
        const { outcome } = await harness.run(tool, input)
        // Errors are told in our own words.
        if (typeof result === 'string') expect(outcome.isError).toBe(true)
        else expect(outcome.data).toEqual(result)
        compared += 1
      }
      expect(compared).toBeGreaterThan(0)
    },
  )
})
