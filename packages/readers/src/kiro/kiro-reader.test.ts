import { describe } from 'vitest'
import { type AgentSample, testReader } from '../testing/reader-contract.ts'
import { readSample } from '../testing/samples.ts'

function toSample(name: string, hasState = false): AgentSample {
  const text = readSample(`kiro/${name}.jsonl`).toString('utf8')
  const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length
  return {
    name,
    files: {
      [`.kiro/sessions/cli/${name}.jsonl`]: text,
      ...(hasState && { [`.kiro/sessions/cli/${name}.json`]: readSample(`kiro/${name}.json`) }),
    },
    counts: {
      prompts: count(/"kind":"Prompt"/g),
      calls: count(/"kind":"toolUse"/g),
      results: count(/"kind":"toolResult"/g),
    },
  }
}

describe('Kiro', () => {
  testReader({
    agent: 'kiro',
    isAppended: true,
    samples: [
      toSample('tool-call-2026-08', true),
      toSample('rewind', true),
      toSample('task-list'),
      toSample('compaction'),
    ],
    unknownLine: '{"version":"v1","kind":"OfTheFuture","data":{"big":12345678901234567890}}',
  })
})
