import { readdirSync, readFileSync } from 'node:fs'
import type { JsonObject } from '@antiphon/contract'
import type { Answer, AnswerBlock } from '@antiphon/simulator'

/** An event as it was printed. */
// biome-ignore lint/suspicious/noExplicitAny: what another program printed is compared field by field.
export type Printed = { readonly type: string; readonly subtype?: string } & Readonly<Record<string, any>>

/** What Claude Code printed in a run, and what the model must have said in it. */
export type Recording = {
  readonly name: string
  /** Agents run in the background unless told, since the versions of 2026. */
  readonly agentsInBackground: boolean
  readonly events: readonly Printed[]
  readonly init: Printed
  /** The answers of the session, and of each agent by the call that started it, in their order. */
  readonly answers: ReadonlyMap<string | null, readonly Answer[]>
  readonly agents: readonly { readonly toolUseId: string; readonly prompt: string }[]
}

const FOLDER = new URL('../../../core/fixtures/stream-json/', import.meta.url)

/** Where the recorded sessions worked. */
export const RECORDED_FOLDER = '/home/dev/project'

/** The names of the recordings. */
export function listRecordings(): readonly string[] {
  return readdirSync(FOLDER).filter(name => name.endsWith('.jsonl'))
}

/** Reads a recording, and finds out what the model said in it. */
export function readRecording(name: string): Recording {
  const events = readLines(new URL(name, FOLDER))
  const init = events.find(({ subtype }) => subtype === 'init')
  if (!init) throw new Error(`${name} has no init event`)
  const agents = findAgents(events)
  return {
    name,
    agentsInBackground: !name.startsWith('claude-2.1.88'),
    events,
    init,
    agents,
    answers: new Map<string | null, readonly Answer[]>([
      [null, findAnswers(events, null)],
      ...agents.map(
        ({ toolUseId }) =>
          [toolUseId, [...findAnswers(events, toolUseId), ...findLastWords(events, toolUseId)]] as const,
      ),
    ]),
  }
}

/** The frames of a file. */
export function readLines(file: URL): readonly Printed[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

/** What each answer used: the recorded model always says the same; its last count of output comes at the end of a stream. */
export const RECORDED_USAGE: NonNullable<Answer['usage']> = {
  input_tokens: 12,
  output_tokens: 42,
  cache_creation_input_tokens: 100,
  cache_read_input_tokens: 50,
  service_tier: 'standard',
  cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 0 },
}

/** Blocks are printed one by one; those of one answer bear its id. */
function findAnswers(events: readonly Printed[], parent: string | null): readonly Answer[] {
  const byId = new Map<string, AnswerBlock[]>()
  for (const { type, message, parent_tool_use_id: of } of events) {
    if (type !== 'assistant' || of !== parent) continue
    const blocks = byId.get(message.id) ?? []
    byId.set(message.id, [...blocks, ...message.content.map(toAnswerBlock)])
  }
  return [...byId.values()].map(blocks => ({ blocks, usage: RECORDED_USAGE }))
}

/** Signatures of the recorded model mean nothing to another one. */
function toAnswerBlock({
  signature: _,
  ...block
}: AnswerBlock & { readonly signature?: string }): AnswerBlock {
  return block
}

function findAgents(events: readonly Printed[]): Recording['agents'] {
  return events
    .filter(({ subtype }) => subtype === 'task_started')
    .map(({ tool_use_id: toolUseId, prompt }) => ({ toolUseId, prompt }))
}

/** An agent that is waited for says its last words only in the result of its call. */
function findLastWords(events: readonly Printed[], toolUseId: string): readonly Answer[] {
  const blocks: readonly JsonObject[] = events
    .filter(({ type, parent_tool_use_id: parent }) => type === 'user' && parent === null)
    .flatMap(({ message }) => message.content)
    .filter(block => block.tool_use_id === toolUseId)
    .flatMap(({ content }) => content)
  const isOver = blocks.some(({ text }) => String(text).includes('<usage>'))
  const words = blocks[0]?.text
  return isOver && typeof words === 'string'
    ? [{ blocks: [{ type: 'text', text: words }], usage: RECORDED_USAGE }]
    : []
}
