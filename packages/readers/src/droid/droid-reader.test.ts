import { appendFileSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { refreshAgents } from '../copy/refresh-agents.ts'
import { type AgentSample, listCopies, readEntries, testReader } from '../testing/reader-contract.ts'
import { createAgentHome, readSample } from '../testing/samples.ts'

function toSample(name: string): AgentSample {
  const text = readSample(`droid/${name}.jsonl`).toString('utf8')
  const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length
  const sum = (field: string): number =>
    [...text.matchAll(new RegExp(`"${field}":(\\d+)`, 'g'))].reduce((all, [, n]) => all + Number(n), 0)
  const asked = text.split('\n').filter(line => line.includes('"role":"user"') && /"type":"text"/.test(line))
  return {
    name,
    files: { [`.factory/sessions/-home-dev/${name}.jsonl`]: text },
    counts: {
      prompts: asked.length,
      calls: count(/"type":"tool_use"/g),
      results: count(/"type":"tool_result"/g),
      usage: { input: sum('input_tokens'), cacheRead: 0, cacheWrite: 0, output: sum('output_tokens') },
    },
  }
}

describe('Droid', () => {
  testReader({
    agent: 'droid',
    isAppended: true,
    samples: ['session-v2', 'session-parent-ids'].map(toSample),
    unknownLine: '{"type":"of_the_future","big":12345678901234567890}',
  })

  it('counts what the totals beside a session grew by', async () => {
    const { home, folder, write, remove } = createAgentHome()
    const path = write('.factory/sessions/-x/s.jsonl', '{"type":"session_start","id":"s","cwd":"/x"}\n')
    const settings = (inputTokens: number, thinkingTokens: number): string =>
      JSON.stringify({
        model: 'm',
        tokenUsage: { inputTokens, outputTokens: 2, thinkingTokens, cacheReadTokens: 7 },
      })
    for (const [input, thinking] of [
      [10, 1],
      [10, 1],
      [25, 4],
    ] as const) {
      write('.factory/sessions/-x/s.settings.json', settings(input, thinking))
      appendFileSync(path, '{"type":"session_event"}\n')
      await refreshAgents({ env: {}, home, folder, agents: ['droid'] })
    }
    const used = readEntries(readFileSync(listCopies(folder)[0] ?? ''))
      .filter(({ type }) => type === 'agent-usage')
      .map(
        entry =>
          (entry as { message: { usage: { input_tokens: number; output_tokens: number } } }).message.usage,
      )
    expect(used.map(({ input_tokens, output_tokens }) => [input_tokens, output_tokens])).toEqual([
      [10, 3],
      [15, 3],
    ])
    remove()
  })
})
