import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordEntry } from '@antiphon/core'
import { createFileStore, createRecorder, resumeSession, toProjectKey } from '@antiphon/transcript'
import { z } from 'zod'
import { createTaskTool } from '../../src/built-in-tools/session/task-tool.ts'
import {
  type AgentTool,
  createAnthropicProvider,
  createQueryEngine,
  createToolbox,
  defineTool,
  type QueryEvent,
} from '../../src/index.ts'
import { EFFECTS, type KillOptions, MODEL, NOTES, ROOT, SESSION } from './kill-options.ts'

// An agent on real files and HTTP. It says what it was promised before it goes on, and never ends in good order
// unless nobody kills it.
const options: KillOptions = JSON.parse(process.argv[2] ?? '')
const { folder, url, prompt, compacts, queued } = options

function note(word: string, what: string): void {
  appendFileSync(join(folder, NOTES), `${word} ${what}\n`)
}

const markTool: AgentTool = defineTool({
  name: 'Mark',
  description: 'Leaves a mark.',
  schema: z.object({ words: z.number(), milliseconds: z.number() }),
  prepare: (input, { toolUseId }) => ({
    input,
    access: { kind: 'tool' },
    isReadOnly: false,
    isConcurrencySafe: input.milliseconds % 2 === 0,
    title: 'Mark',
    // biome-ignore lint/correctness/useYield: it has no progress
    run: async function* () {
      appendFileSync(join(folder, EFFECTS), `begin ${toolUseId}\n`)
      note('phase', 'tool')
      await sleep(input.milliseconds)
      appendFileSync(join(folder, EFFECTS), `end ${toolUseId}\n`)
      return { content: `marked ${'word '.repeat(input.words)}` }
    },
  }),
})

const store = createFileStore({ root: join(folder, ROOT) })
const key = { project: toProjectKey(folder), session: SESSION }
const resumed = await resumeSession(store, key)
const recorder = createRecorder({
  store,
  key,
  envelope: { cwd: folder, version: '0.1.0', userType: 'external', sessionId: SESSION, isSidechain: false },
  ...(resumed.seq > 0 && {
    lastUuid: resumed.lastUuid,
    recordedUuids: resumed.recordedUuids,
    seq: resumed.seq,
  }),
})
const engine = createQueryEngine({
  provider: createAnthropicProvider({ apiKey: 'any', baseURL: url }),
  model: MODEL,
  system: 'be kind '.repeat(1500),
  toolbox: createToolbox([markTool, createTaskTool()]),
  cwd: folder,
  home: folder,
  env: {},
  recorder,
  messages: resumed.messages,
  permissions: {
    mode: 'default',
    rules: { allow: [], deny: [], ask: [] },
    additionalDirectories: [],
    decide: () => ({ behavior: 'allow', reason: 'test' }),
    ask: null,
  },
  microcompaction: { atTokens: 7_000, keepExchanges: 2, minTokensSaved: 1_500 },
  // The session's id is added here; the entry is whole then.
  recordEntry: entry => recorder.recordEntry({ ...entry, sessionId: SESSION } as RecordEntry),
})

let isStreaming = false
function hear(event: QueryEvent): void {
  if (event.type === 'stream_event' && !isStreaming) note('phase', 'stream')
  isStreaming = event.type === 'stream_event'
  if (event.type === 'progress' && event.data.type === 'agent_progress') note('phase', 'agent')
  if (event.type === 'assistant') note('said', event.uuid)
  if (event.type !== 'user' && event.type !== 'system' && event.type !== 'attachment') return
  note('stored', event.uuid)
  if (event.type === 'system' && event.subtype === 'microcompact_boundary') note('phase', 'microcompaction')
}

note('phase', 'prompt')
let waiting = queued
for await (const event of engine.submit(prompt)) {
  hear(event)
  if (waiting === undefined || event.type !== 'stream_event') continue
  const text = waiting
  waiting = undefined
  void engine.queue(text).then(() => note('queued', text))
}
for (let next = await engine.nextQueued(); next; next = await engine.nextQueued())
  for await (const event of engine.submit(next.prompt, { uuid: next.uuid })) hear(event)
note('phase', 'turn-done')
if (compacts) {
  note('phase', 'compaction')
  for await (const event of engine.compact()) hear(event)
}
await engine.close()
await recorder.close()
await store.close()
note('phase', 'end')
