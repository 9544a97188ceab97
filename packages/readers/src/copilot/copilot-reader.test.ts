import { describe } from 'vitest'
import { type AgentSample, testReader } from '../testing/reader-contract.ts'
import { readSample } from '../testing/samples.ts'

const NAMES = [
  'events-1.0.68-shutdown',
  'events-1.0.40-skills-plan',
  'events-1.0.64-permission',
  'events-2026-08-compaction',
  'events-2026-08-rewind',
  'events-2026-08-subagent',
]

/** By the text alone: lines of a kind, and the numbers of the last shutdown; where the program still ran, the output of each answer. */
function toSample(name: string): AgentSample {
  const text = readSample(`copilot/${name}.jsonl`).toString('utf8')
  const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length
  const asked = text
    .split('"toolRequests":')
    .slice(1)
    .map(rest => rest.slice(0, rest.indexOf('"interactionId"')))
  const shutdown = text.split('\n').findLast(line => line.includes('"type":"session.shutdown"'))
  const sum = (field: string): number =>
    [...(shutdown ?? '').matchAll(new RegExp(`"${field}":(\\d+)`, 'g'))].reduce(
      (all, [, n]) => all + Number(n),
      0,
    )
  const spoken = [...text.matchAll(/^\{"type":"assistant\.message".*"outputTokens":(\d+)/gm)].reduce(
    (all, [, n]) => all + Number(n),
    0,
  )
  const [read, written] = [sum('cacheReadTokens'), sum('cacheWriteTokens')]
  return {
    name,
    files: { [`.copilot/session-state/${name}/events.jsonl`]: text },
    counts: {
      prompts: count(/^\{"type":"user\.message"/gm) - count(/^\{"type":"user\.message".*"source":"skill-/gm),
      calls: asked.reduce((all, part) => all + [...part.matchAll(/"toolCallId":/g)].length, 0),
      results: count(/^\{"type":"tool\.execution_complete"/gm),
      usage: {
        input: sum('inputTokens') - read - written,
        cacheRead: read,
        cacheWrite: written,
        // A session that was rewound tells of the last run alone.
        output: Math.max(spoken, sum('outputTokens')),
      },
    },
  }
}

describe('Copilot CLI', () => {
  testReader({
    agent: 'copilot',
    isAppended: true,
    samples: NAMES.map(toSample),
    unknownLine:
      '{"type":"of.the.future","data":{"big":12345678901234567890},"id":"x","timestamp":"2026-08-05T15:38:29.594Z"}',
  })
})
