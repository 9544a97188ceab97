import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiRequest, isObject } from '@antiphon/contract'
import { type AnyMessage, toWireEvents, type WireEvent } from '@antiphon/core'
import { createScriptModel, type ScriptReply, type SimulatedModel } from '@antiphon/simulator'
import { toProjectKey } from '@antiphon/transcript'
import { expect } from 'vitest'
import { type TaskEvent, toTaskWireEvents } from '../src/agents/task-event.ts'
import { createTaskTool } from '../src/built-in-tools/session/task-tool.ts'
import type { QueryEngine, QueryEngineOptions, QueryEvent } from '../src/index.ts'
import { createAnthropicProvider, createToolbox, ProviderError } from '../src/index.ts'
import {
  createEngineKit,
  createTestTools,
  type EngineKit,
  type OpenSession,
  readEntries,
  run,
  runQueued,
  SESSION,
} from './engine-kit.ts'

let kit: EngineKit | undefined

/** The kit of the test that runs. */
export function currentKit(): EngineKit {
  if (!kit) throw new Error('no session was opened')
  return kit
}

export async function closeKit(): Promise<void> {
  await kit?.close()
  kit = undefined
}

export const TASK = { description: 'look', prompt: 'list files please', subagent_type: 'general-purpose' }
export const task = (more = {}): ScriptReply => ({
  calls: [{ id: 'toolu_s1', name: 'Task', input: { ...TASK, ...more } }],
})
export const echo = (text: string): ScriptReply => ({
  calls: [{ id: 'toolu_s2', name: 'Echo', input: { text } }],
})
export const BACKGROUND = { run_in_background: true }

/** Something that happens when the test says so. */
export function createGate(): { readonly open: () => void; readonly passed: Promise<void> } {
  let open = (): void => {}
  const passed = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, passed }
}

export const after =
  (gate: { readonly passed: Promise<void> }, text: string): ScriptReply =>
  async () => {
    await gate.passed
    return { blocks: [{ type: 'text', text }] }
  }

export const callAfter =
  (gate: { readonly passed: Promise<void> }, text: string): ScriptReply =>
  async () => {
    await gate.passed
    return { blocks: [{ type: 'tool_use', name: 'Echo', input: { text } }] }
  }

export function isAgentRequest(request: ApiRequest): boolean {
  return JSON.stringify(request.system ?? '').includes('subagent')
}

/** The conversation and its agents have scripts of their own. */
export function createVoices(main: readonly ScriptReply[], agent: readonly ScriptReply[]): SimulatedModel {
  const [mainModel, agentModel] = [createScriptModel(main), createScriptModel(agent)]
  return {
    name: 'two voices',
    answer: (request, turn) => (isAgentRequest(request) ? agentModel : mainModel).answer(request, turn),
  }
}

export type Heard = OpenSession & { readonly tasks: TaskEvent[]; readonly wire: WireEvent[] }

export async function open(
  scripts: { readonly main: readonly ScriptReply[]; readonly agent: readonly ScriptReply[] },
  options: Partial<QueryEngineOptions> | ((kit: EngineKit) => Partial<QueryEngineOptions>) = {},
): Promise<Heard> {
  kit ??= await createEngineKit([], { model: createVoices(scripts.main, scripts.agent) })
  const tasks: TaskEvent[] = []
  const wire: WireEvent[] = []
  const session = await kit.open({
    toolbox: createToolbox([...createTestTools(), createTaskTool()]),
    onTask(event) {
      tasks.push(event)
      wire.push(...toTaskWireEvents(event, { sessionId: SESSION }))
    },
    ...(typeof options === 'function' ? options(kit) : options),
  })
  return { ...session, tasks, wire }
}

/** Runs a turn and writes it down as the executable would. */
export async function speak({ engine, wire }: Heard, prompt: string): ReturnType<typeof run> {
  return run(engine, prompt, event => wire.push(...toWire(event)))
}

export function toWire(event: QueryEvent): readonly WireEvent[] {
  if (event.type === 'user' && !JSON.stringify(event.message).includes('tool_result')) return []
  return event.type === 'stream_event' ? [] : toWireEvents(event as AnyMessage, { sessionId: SESSION })
}

/** Submits what waits, as a host does that is idle. */
export async function submitQueued(engine: QueryEngine): Promise<string> {
  expect(await engine.whenQueued()).toBe(true)
  const { result } = await runQueued(engine)
  expect(result.origin).toEqual({ kind: 'task-notification', producer: 'session-task' })
  return result.text
}

export const kinds = (tasks: readonly TaskEvent[]): readonly string[] => tasks.map(({ kind }) => kind)
export const lastRequest = (): string =>
  JSON.stringify(
    kit?.simulator.log
      .all()
      .filter(({ request }) => request && !isAgentRequest(request))
      .at(-1)?.request?.messages,
  )

/** What a line is, without what differs from run to run. */
export function outline(event: unknown): string {
  if (!isObject(event)) return ''
  const message = isObject(event.message) ? event.message : {}
  const content = Array.isArray(message.content) ? message.content : []
  const blocks = content.map(block => (isObject(block) ? block.type : '')).join('+')
  const nested = event.parent_tool_use_id === 'toolu_s1' ? ' of the agent' : ''
  return [event.type, event.subtype, blocks].filter(Boolean).join(' ') + nested
}

const RECORDINGS = join(import.meta.dirname, '..', '..', 'core', 'fixtures', 'stream-json')

export function readRecording(name: string): readonly Readonly<Record<string, unknown>>[] {
  return readFileSync(join(RECORDINGS, name), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

export const isTold = (line: string): boolean => !/^(?:result|system (?:init|informational))/.test(line)

/** Every field that is recorded for a task is told, but for names of a run that only a scheduler needs. */
export function expectFields(
  wire: readonly WireEvent[],
  recorded: readonly Readonly<Record<string, unknown>>[],
): void {
  const ofTask = (event: Readonly<Record<string, unknown>>): boolean => /task/.test(String(event.subtype))
  const told = wire.map(event => ({ ...event }) as Readonly<Record<string, unknown>>).filter(ofTask)
  for (const [index, event] of recorded.filter(ofTask).entries()) {
    const fields = Object.keys(event).filter(name => name !== 'run_id')
    expect(Object.keys(told[index] ?? {})).toEqual(expect.arrayContaining(fields))
  }
}

/** Agents reach no model. */
export function failingForAgents({ simulator }: EngineKit): Pick<QueryEngineOptions, 'provider'> {
  const provider = createAnthropicProvider({ apiKey: 'any', baseURL: simulator.url })
  return {
    provider: {
      ...provider,
      stream: (request, options) => {
        if (!isAgentRequest(request)) return provider.stream(request, options)
        throw new ProviderError('unauthorized', 'no key')
      },
    },
  }
}

export async function sidechainTypes(): Promise<readonly unknown[]> {
  const opened = currentKit()
  const types: unknown[] = []
  for await (const { key } of opened.store.list()) {
    if (key.project !== toProjectKey(opened.folder) || !key.subpath) continue
    for await (const item of opened.store.read(key)) if (item.kind === 'entry') types.push(item.entry.type)
  }
  return types
}

export async function queueOperations(): Promise<readonly unknown[]> {
  const entries = await readEntries(currentKit())
  return entries.flatMap(entry => (entry.type === 'queue-operation' ? [entry.operation] : []))
}

export async function killedAgents(): Promise<readonly unknown[]> {
  const entries = await readEntries(currentKit())
  return entries.flatMap(entry => (entry.subtype === 'agents_killed' ? [entry.agentIds] : []))
}
