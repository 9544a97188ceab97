import { describe } from 'vitest'
import { type AgentSample, testReader } from '../testing/reader-contract.ts'
import { readSample } from '../testing/samples.ts'

const NAMES = [
  'rollout-0.118.0-exec',
  'rollout-0.118.0-cli-two-session-metas',
  'rollout-0.139.0-review-subagent',
  'rollout-0.142.2-two-compactions',
  'rollout-0.145.0-alpha.30-multi-agent',
  'rollout-2026-08-permission-gate',
]

/** By the text alone: what the events say was typed, and the last totals less those that were copied. */
function toSample(name: string): AgentSample {
  const text = readSample(`codex/${name}.jsonl`).toString('utf8')
  // What was copied from another thread ends before the second second of the file.
  const own = name.includes('two-session-metas')
    ? text.slice(text.indexOf('"timestamp":"2026-04-11T20:15:03'))
    : text
  const count = (pattern: RegExp): number => [...own.matchAll(pattern)].length
  const typed = name.includes('2026-08')
    ? count(/"item":\{"type":"UserMessage"/g)
    : count(/"payload":\{"type":"user_message"/g)
  const totals = [...text.matchAll(/"total_token_usage":(\{[^}]*\})/g)].map(([, total = '']) =>
    JSON.parse(total),
  )
  const before = [...text.slice(0, text.length - own.length).matchAll(/"total_token_usage":(\{[^}]*\})/g)]
  const base = before.length > 0 ? JSON.parse(before.at(-1)?.[1] ?? '{}') : {}
  const last = totals.at(-1) ?? {}
  const sum = (field: string): number => (last[field] ?? 0) - (base[field] ?? 0)
  return {
    name,
    files: { [`.codex/sessions/2026/08/17/${name}.jsonl`]: text },
    counts: {
      prompts: typed,
      calls: count(/"payload":\{"type":"(?:custom_tool_call|function_call)",/g),
      results: count(/"payload":\{"type":"(?:custom_tool_call|function_call)_output",/g),
      usage: {
        input: sum('input_tokens') - sum('cached_input_tokens') - sum('cache_write_input_tokens'),
        cacheRead: sum('cached_input_tokens'),
        cacheWrite: sum('cache_write_input_tokens'),
        output: sum('output_tokens'),
      },
    },
  }
}

describe('Codex', () => {
  testReader({
    agent: 'codex',
    isAppended: true,
    samples: NAMES.map(toSample),
    unknownLine:
      '{"timestamp":"2026-08-17T22:41:00.000Z","type":"of_the_future","payload":{"big":12345678901234567890}}',
  })
})
