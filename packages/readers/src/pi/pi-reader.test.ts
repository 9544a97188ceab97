import { describe } from 'vitest'
import { type AgentSample, testReader } from '../testing/reader-contract.ts'
import { readSample } from '../testing/samples.ts'

const NAMES = [
  '2026-08-start',
  'bash-execution',
  'branch-rewind',
  'compaction',
  'model-switch',
  'large-session',
]

/** By the text alone: roles of messages, and the four numbers of every usage. */
function toSample(name: string): AgentSample {
  const text = readSample(`pi/${name}.jsonl`).toString('utf8')
  const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length
  const sum = (field: string): number =>
    [...text.matchAll(new RegExp(`"usage":\\{[^{]*?"${field}":(\\d+)`, 'g'))].reduce(
      (all, [, n]) => all + Number(n),
      0,
    )
  return {
    name,
    files: { [`.pi/agent/sessions/--home-dev-x--/2026_${name}.jsonl`]: text },
    counts: {
      prompts: count(/"message":\{"role":"user"/g),
      calls: count(/"type":"toolCall"/g),
      results: count(/"role":"toolResult"/g),
      usage: {
        input: sum('input'),
        cacheRead: sum('cacheRead'),
        cacheWrite: sum('cacheWrite'),
        output: sum('output'),
      },
    },
  }
}

describe('pi', () => {
  testReader({
    agent: 'pi',
    isAppended: true,
    samples: NAMES.map(toSample),
    unknownLine:
      '{"type":"of_the_future","id":"ffffffff","parentId":null,"timestamp":"2026-08-05T15:38:29.594Z","big":12345678901234567890}',
  })
})
