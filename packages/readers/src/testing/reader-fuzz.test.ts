import { readFileSync } from 'node:fs'
import { checkApiContract } from '@antiphon/contract'
import { buildApiRequest, createApiView, type Message, readLog } from '@antiphon/core'
import type { ForeignAgent } from '@antiphon/core/log'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refreshAgents } from '../copy/refresh-agents.ts'
import { listCopies } from './reader-contract.ts'
import { type AgentHome, createAgentHome, readSample } from './samples.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

type Kind = {
  readonly agent: ForeignAgent
  readonly sample: string
  readonly path: string
  /** One JSON value, or an object a line. */
  readonly isWhole?: boolean
  /** A file an object. */
  readonly isFolder?: boolean
}

const KINDS: readonly Kind[] = [
  {
    agent: 'codex',
    sample: 'codex/rollout-2026-08-permission-gate.jsonl',
    path: '.codex/sessions/2026/08/17/rollout-x.jsonl',
  },
  {
    agent: 'codex',
    sample: 'codex/rollout-0.139.0-review-subagent.jsonl',
    path: '.codex/sessions/2026/08/17/rollout-x.jsonl',
  },
  {
    agent: 'gemini',
    sample: 'gemini/session-jsonl-rewind.jsonl',
    path: '.gemini/tmp/p/chats/session-x.jsonl',
  },
  {
    agent: 'gemini',
    sample: 'gemini/session-json-2026-02.json',
    path: '.gemini/tmp/p/chats/session-x.json',
    isWhole: true,
  },
  {
    agent: 'copilot',
    sample: 'copilot/events-2026-08-subagent.jsonl',
    path: '.copilot/session-state/x/events.jsonl',
  },
  { agent: 'pi', sample: 'pi/branch-rewind.jsonl', path: '.pi/agent/sessions/--x--/x.jsonl' },
  { agent: 'pi', sample: 'pi/bash-execution.jsonl', path: '.pi/agent/sessions/--x--/x.jsonl' },
  { agent: 'qwen', sample: 'qwen/contract-v1.jsonl', path: '.qwen/projects/x/chats/x.jsonl' },
  {
    agent: 'cline',
    sample: 'cline/1784094124598_rruoq.messages.json',
    path: '.cline/data/sessions/x/x.messages.json',
    isWhole: true,
  },
  { agent: 'kiro', sample: 'kiro/task-list.jsonl', path: '.kiro/sessions/cli/x.jsonl' },
  {
    agent: 'antigravity',
    sample: 'antigravity/subagent.jsonl',
    path: '.gemini/antigravity-cli/brain/x/.system_generated/logs/transcript_full.jsonl',
  },
  { agent: 'vibe', sample: 'mistral-vibe/task-list.jsonl', path: '.vibe/logs/session/x/messages.jsonl' },
  {
    agent: 'openhands',
    sample: 'openhands/events-joined.jsonl',
    path: '.openhands/conversations/x/events/event-',
    isFolder: true,
  },
  { agent: 'droid', sample: 'droid/session-v2.jsonl', path: '.factory/sessions/x/x.jsonl' },
  {
    agent: 'cursor',
    sample: 'cursor/agent-transcript.jsonl',
    path: '.cursor/projects/x/agent-transcripts/x.jsonl',
  },
]

// What a field may hold that nobody means: other types, and names that objects inherit.
const VALUES: readonly Json[] = [
  null,
  true,
  -1,
  1e308,
  '',
  'constructor',
  '__proto__',
  'toString',
  [],
  {},
  [null],
  [[]],
  [1, 'x', {}],
  { type: 'text' },
  { type: 'tool_use' },
  { type: 'tool_result' },
  { type: 'constructor' },
  { __proto__x: 1 },
]

/** One field somewhere in a value is replaced, removed or doubled. */
function spoilValue(value: Json, random: () => number): Json {
  const places: { readonly of: Json[] | { [name: string]: Json }; readonly name: string | number }[] = []
  const visit = (one: Json): void => {
    if (typeof one !== 'object' || one === null) return
    const names = Array.isArray(one) ? one.keys() : Object.keys(one)
    for (const name of names) {
      places.push({ of: one, name })
      visit((one as { [name: string]: Json })[name as string] as Json)
    }
  }
  const copy = structuredClone(value)
  visit(copy)
  const times = 1 + Math.floor(random() * 3)
  for (let time = 0; time < times; time++) {
    const place = places[Math.floor(random() * places.length)]
    if (!place) continue
    const other = VALUES[Math.floor(random() * VALUES.length)] as Json
    ;(place.of as { [name: string]: Json })[place.name as string] = structuredClone(other)
  }
  return copy
}

function createRandom(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 6)
const SEED = Number(process.env.PROPERTY_SEED ?? 1)

describe('sessions of other agents with any field replaced', () => {
  let place: AgentHome
  beforeEach(() => {
    place = createAgentHome()
  })
  afterEach(() => place.remove())

  it.each(KINDS.map(kind => [`${kind.agent} ${kind.sample}`, kind] as const))('%s', async (_, kind) => {
    const text = readSample(kind.sample).toString('utf8')
    const lines = text.split('\n').filter(line => line.trim() !== '')
    const random = createRandom(SEED * 1000 + kind.sample.length)
    for (let round = 0; round < ROUNDS; round++) {
      const spoiled = kind.isWhole
        ? JSON.stringify(spoilValue(JSON.parse(text), random))
        : lines.map((line, index) => {
            if (index === 0 || random() < 0.6) return line
            try {
              return JSON.stringify(spoilValue(JSON.parse(line), random))
            } catch {
              return line
            }
          })
      if (kind.isFolder)
        for (const [index, line] of (spoiled as string[]).entries())
          place.write(`${kind.path}${String(index).padStart(5, '0')}-x.json`, line)
      else place.write(kind.path, typeof spoiled === 'string' ? spoiled : `${spoiled.join('\n')}\n`)
      const { problems } = await refreshAgents({
        env: {},
        home: place.home,
        folder: place.folder,
        agents: [kind.agent],
      })
      expect(problems.filter(({ reason }) => /undefined|function|not a|Cannot/.test(reason))).toEqual([])
      for (const copy of listCopies(place.folder)) {
        const { messages } = readLog(readFileSync(copy))
        const view = createApiView()
        for (const message of messages) view.append(message as Message)
        const request = buildApiRequest(view.messages(), { model: 'claude-opus-5-5' })
        expect(checkApiContract(request)).toEqual([])
      }
    }
  })
})
