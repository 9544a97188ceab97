import { describe } from 'vitest'
import { type AgentSample, testReader } from '../testing/reader-contract.ts'
import { readSample } from '../testing/samples.ts'

function toSample(name: string): AgentSample {
  const text = readSample(`mistral-vibe/${name}.jsonl`).toString('utf8')
  const lines = text.split('\n')
  return {
    name,
    files: { [`.vibe/logs/session/${name}/messages.jsonl`]: text },
    counts: {
      prompts: lines.filter(line => line.startsWith('{"role":"user"') && !line.includes('"injected":true'))
        .length,
      calls: [...text.matchAll(/"function":\{"name":/g)].length,
      results: lines.filter(line => line.startsWith('{"role":"tool"')).length,
    },
  }
}

describe('Mistral Vibe', () => {
  testReader({
    agent: 'vibe',
    isAppended: true,
    samples: ['task-list', 'subagent', 'compaction'].map(toSample),
    unknownLine: '{"role":"of_the_future","big":12345678901234567890}',
  })
})
