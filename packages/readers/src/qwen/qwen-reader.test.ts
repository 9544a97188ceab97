import { describe } from 'vitest'
import { type AgentSample, testReader } from '../testing/reader-contract.ts'
import { readSample } from '../testing/samples.ts'

/** By the text alone. */
function toSample(name: string): AgentSample {
  const text = readSample(`qwen/${name}.jsonl`).toString('utf8')
  const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length
  const sum = (field: string): number =>
    [...text.matchAll(new RegExp(`"${field}":(\\d+)`, 'g'))].reduce((all, [, n]) => all + Number(n), 0)
  return {
    name,
    files: { [`.qwen/projects/-home-dev/chats/${name}.jsonl`]: text },
    counts: {
      prompts: count(/"type":"user"/g),
      calls: count(/"functionCall":/g),
      usage: {
        input: sum('promptTokenCount') - sum('cachedContentTokenCount'),
        cacheRead: sum('cachedContentTokenCount'),
        cacheWrite: 0,
        output: sum('candidatesTokenCount') + sum('thoughtsTokenCount'),
      },
    },
  }
}

describe('Qwen Code', () => {
  testReader({
    agent: 'qwen',
    isAppended: true,
    // The third sample has the same trimmed name in every field: no session can be made of it.
    samples: ['contract-v1', 'branches'].map(toSample),
    unknownLine:
      '{"uuid":"zz","parentUuid":"zy","sessionId":"session-test","type":"of_the_future","big":12345678901234567890}',
  })
})
