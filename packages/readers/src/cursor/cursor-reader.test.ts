import { describe } from 'vitest'
import { type AgentSample, testReader } from '../testing/reader-contract.ts'
import { readSample } from '../testing/samples.ts'

const PLACE = '.cursor/projects/home-dev-x/agent-transcripts'

function toSample(name: string, isFolder = false): AgentSample {
  const text = readSample(`cursor/${name}.jsonl`).toString('utf8')
  const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length
  return {
    name,
    files: { [isFolder ? `${PLACE}/${name}/${name}.jsonl` : `${PLACE}/${name}.jsonl`]: text },
    counts: {
      prompts: count(/"role":"user","message":\{"content":\[\{"type":"text"/g),
      calls: count(/"type":"tool_use"/g),
      results: count(/"type":"tool_result"/g),
    },
  }
}

const parent = toSample('parent', true)

describe('Cursor', () => {
  testReader({
    agent: 'cursor',
    isAppended: true,
    samples: [
      toSample('agent-transcript'),
      toSample('agent-transcript-turn-ended'),
      {
        ...parent,
        copies: 2,
        files: {
          ...parent.files,
          [`${PLACE}/parent/subagents/child.jsonl`]: readSample('cursor/subagents/child.jsonl'),
        },
        // With the prompt of the subagent.
        counts: { ...parent.counts, prompts: 2 },
      },
    ],
    unknownLine: '{"type":"of_the_future","big":12345678901234567890}',
  })
})
