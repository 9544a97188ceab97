import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { refreshAgents } from '../copy/refresh-agents.ts'
import { type AgentSample, listCopies, readEntries, testReader } from '../testing/reader-contract.ts'
import { createAgentHome, readSample } from '../testing/samples.ts'

type Message = {
  id: string
  type: string
  content: unknown
  tokens?: Record<string, number>
  toolCalls?: { id: string }[]
}

/** Every message that was ever told, in its last form, by one pass over the raw objects. */
function readMessages(name: string): ReadonlyMap<string, Message> {
  const text = readSample(`gemini/${name}`).toString('utf8')
  const objects = name.endsWith('.json')
    ? [{ $set: JSON.parse(text) }]
    : text
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line))
  const all = new Map<string, Message>()
  for (const object of objects)
    for (const message of [object, ...(object.$set?.messages ?? [])])
      if (message.id && !(all.get(message.id)?.toolCalls && !message.toolCalls)) all.set(message.id, message)
  return all
}

function toSample(name: string): AgentSample {
  const messages = [...readMessages(name).values()]
  const tokens = messages.flatMap(message => (message.tokens ? [message.tokens] : []))
  const sum = (field: string): number => tokens.reduce((all, of) => all + (of[field] ?? 0), 0)
  const isTyped = ({ type, content }: Message): boolean =>
    type === 'user' &&
    !JSON.stringify(content).includes('functionResponse') &&
    !JSON.stringify(content).includes('<session_context>')
  const calls = new Set(messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id))).size
  return {
    name,
    files: {
      [`.gemini/tmp/project/chats/session-${name}`]: readSample(`gemini/${name}`),
      '.gemini/tmp/project/.project_root': '/home/dev/project\n',
    },
    counts: {
      prompts: messages.filter(isTyped).length,
      calls,
      results: calls,
      usage: {
        // What was sent is the total less what came back.
        input: sum('total') - sum('output') - sum('thoughts') - sum('cached'),
        cacheRead: sum('cached'),
        cacheWrite: 0,
        output: sum('output') + sum('thoughts'),
      },
    },
  }
}

describe('Gemini CLI, from 0.40 on', () => {
  testReader({
    agent: 'gemini',
    isAppended: true,
    samples: [
      'session-jsonl-tools',
      'session-jsonl-rewind',
      'session-jsonl-resumed',
      'session-jsonl-long-line',
    ].map(name => toSample(`${name}.jsonl`)),
    unknownLine:
      '{"id":"zz","timestamp":"2026-06-12T10:57:29.890Z","type":"of_the_future","big":12345678901234567890}',
  })
})

it('has no directory where the file that tells it was damaged', async () => {
  const place = createAgentHome()
  try {
    place.write('.gemini/tmp/p/chats/session-x.jsonl', readSample('gemini/session-jsonl-tools.jsonl'))
    place.write('.gemini/tmp/p/.project_root', '{"a":'.repeat(100_000))
    await refreshAgents({ env: {}, home: place.home, folder: place.folder, agents: ['gemini'] })
    const entries = listCopies(place.folder).flatMap(copy => readEntries(readFileSync(copy)))
    expect(entries.length).toBeGreaterThan(10)
    expect(entries.filter(({ cwd = '' }) => cwd !== '')).toEqual([])
  } finally {
    place.remove()
  }
})

describe('Gemini CLI, before', () => {
  testReader({
    agent: 'gemini',
    isAppended: false,
    samples: ['session-json-2026-02', 'session-json-kind-main'].map(name => toSample(`${name}.json`)),
  })
})
