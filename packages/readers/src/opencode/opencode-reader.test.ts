import { readFileSync } from 'node:fs'
import { countMessages } from '@antiphon/core/ui'
import { describe, expect, it } from 'vitest'
import { refreshAgents } from '../copy/refresh-agents.ts'
import {
  type AgentSample,
  listCopies,
  readEntries,
  type SampleCounts,
  testReader,
} from '../testing/reader-contract.ts'
import { createAgentHome, readSample } from '../testing/samples.ts'

type Export = {
  info: { id: string }
  messages: { info: Record<string, unknown>; parts: Record<string, unknown>[] }[]
}

const EXPORTS = [
  'export-1.3.7-subagent',
  'export-1.3.13-file-part',
  'export-1.4.3-compaction',
  'export-1.14.28',
  'export-1.14.30-parallel-tools',
  'export-1.18.15-aborted',
]

/** By the text alone, of what the program itself exports: the numbers of each `step-finish`, where every step has one. */
function countExport(text: string): SampleCounts {
  const { messages } = JSON.parse(text) as Export
  const parts = messages.flatMap(message => message.parts)
  const tokens = messages.flatMap(({ info }) =>
    info.tokens ? [info.tokens as Record<string, number> & { cache: Record<string, number> }] : [],
  )
  const sum = (pick: (of: (typeof tokens)[number]) => number | undefined): number =>
    tokens.reduce((all, of) => all + (pick(of) ?? 0), 0)
  const isTyped = (part: Record<string, unknown>): boolean =>
    part.type === 'file' ||
    part.type === 'subtask' ||
    (part.type === 'text' && part.synthetic !== true && part.text !== '')
  const tools = parts.filter(({ type }) => type === 'tool') as { state: { status: string } }[]
  return {
    prompts: messages.filter(({ info, parts: of }) => info.role === 'user' && of.some(isTyped)).length,
    calls: tools.length,
    results: tools.filter(({ state }) => state.status === 'completed' || state.status === 'error').length,
    usage: {
      input: sum(of => of.input),
      cacheRead: sum(of => of.cache.read),
      cacheWrite: sum(of => of.cache.write),
      output: sum(of => of.output) + sum(of => of.reasoning),
    },
  }
}

/** An export laid out as the tree of before 1.2. */
function toTree(name: string): AgentSample {
  const text = readSample(`opencode/${name}.json`).toString('utf8')
  const { info, messages } = JSON.parse(text) as Export
  const storage = '.local/share/opencode/storage'
  const files: Record<string, string> = { [`${storage}/session/p/${info.id}.json`]: JSON.stringify(info) }
  for (const message of messages) {
    files[`${storage}/message/${info.id}/${message.info.id}.json`] = JSON.stringify(message.info)
    for (const part of message.parts)
      files[`${storage}/part/${message.info.id}/${part.id}.json`] = JSON.stringify(part)
  }
  return { name, files, counts: countExport(text) }
}

function add(one: SampleCounts, other: SampleCounts): SampleCounts {
  const [first, second] = [one.usage, other.usage]
  return {
    prompts: (one.prompts ?? 0) + (other.prompts ?? 0),
    calls: (one.calls ?? 0) + (other.calls ?? 0),
    results: (one.results ?? 0) + (other.results ?? 0),
    usage: {
      input: (first?.input ?? 0) + (second?.input ?? 0),
      cacheRead: (first?.cacheRead ?? 0) + (second?.cacheRead ?? 0),
      cacheWrite: (first?.cacheWrite ?? 0) + (second?.cacheWrite ?? 0),
      output: (first?.output ?? 0) + (second?.output ?? 0),
    },
  }
}

/** Three of the exports are in the database. */
const IN_DATABASE = ['export-1.3.7-subagent', 'export-1.3.13-file-part', 'export-1.14.28']
  .map(name => countExport(readSample(`opencode/${name}.json`).toString('utf8')))
  .reduce(add)

describe('opencode, as a tree of files', () => {
  testReader({ agent: 'opencode', isAppended: false, samples: EXPORTS.map(toTree) })
})

describe('opencode, as a database', () => {
  testReader({
    agent: 'opencode',
    isAppended: false,
    samples: [
      {
        name: 'opencode.db',
        files: { '.local/share/opencode/opencode.db': readSample('opencode/opencode.db') },
        counts: IN_DATABASE,
        copies: 3,
      },
    ],
  })
})

describe('a session of opencode that was taken back', () => {
  it('ends before it, keeps what followed unread, and counts what that used', async () => {
    const { files, counts } = toTree('export-1.14.28')
    const [[session = '', text = '']] = [Object.entries(files)[0] ?? []]
    const messages = Object.entries(files).filter(([path]) => path.includes('/message/'))
    const prompts = messages.filter(([, of]) => JSON.parse(String(of)).role === 'user')
    const last = JSON.parse(String(prompts.at(-1)?.[1]))
    const undone = messages.filter(([path]) => path.slice(path.lastIndexOf('/') + 1) >= `${last.id}.json`)
    const place = createAgentHome()
    try {
      for (const [path, content] of Object.entries(files)) place.write(path, content)
      const revert = { messageID: last.id, snapshot: 'c0ffee' }
      place.write(session, JSON.stringify({ ...JSON.parse(String(text)), revert }))
      await refreshAgents({ env: {}, home: place.home, folder: place.folder, agents: ['opencode'] })
      const entries = listCopies(place.folder).flatMap(path => readEntries(readFileSync(path)))
      expect(countMessages(entries).prompts).toBe((counts.prompts ?? 0) - 1)
      const raw = entries.filter(({ type }) => type === 'agent-line')
      expect(raw).toHaveLength(undone.length)
      expect(entries.at(-1)).toMatchObject({
        subtype: 'informational',
        content: expect.stringContaining('taken back'),
      })
      const tokens = entries.flatMap(({ message }) =>
        message && typeof message === 'object' && 'usage' in message
          ? [(message.usage as { output_tokens: number }).output_tokens]
          : [],
      )
      expect(tokens.reduce((sum, one) => sum + one, 0)).toBe(counts.usage?.output)
    } finally {
      place.remove()
    }
  })
})
