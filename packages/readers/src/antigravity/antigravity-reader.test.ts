import { describe } from 'vitest'
import { type AgentSample, testReader } from '../testing/reader-contract.ts'
import { readSample } from '../testing/samples.ts'

function toSample(name: string): AgentSample {
  const text = readSample(`antigravity/${name}.jsonl`).toString('utf8')
  const lists = [...text.matchAll(/"tool_calls":\[(.*?)\](?=[,}])/g)].map(([, list = '']) => list)
  return {
    name,
    files: { [`.gemini/antigravity-cli/brain/${name}/.system_generated/logs/transcript_full.jsonl`]: text },
    counts: {
      prompts: [...text.matchAll(/"type":"USER_INPUT"/g)].length,
      calls: lists.reduce((all, list) => all + [...list.matchAll(/\{"name":/g)].length, 0),
    },
  }
}

describe('Antigravity', () => {
  testReader({
    agent: 'antigravity',
    isAppended: true,
    samples: ['tool-call', 'subagent', 'compaction'].map(toSample),
    unknownLine: '{"step_index":99,"source":"SYSTEM","type":"OF_THE_FUTURE","big":12345678901234567890}',
  })
})
