import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiRequest } from '@antiphon/contract'
import type { AnyMessage, Message, RecordEntry } from '@antiphon/core'
import {
  createScriptModel,
  type RequestRecord,
  type ScriptReply,
  type SimulatedModel,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '@antiphon/simulator'
import {
  createFileStore,
  createRecorder,
  type Recorder,
  resumeSession,
  type TranscriptStore,
  toProjectKey,
} from '@antiphon/transcript'
import { z } from 'zod'
import {
  type AgentTool,
  createAnthropicProvider,
  createQueryEngine,
  createToolbox,
  defineTool,
  type QueryEngine,
  type QueryEngineOptions,
  type QueryEvent,
  type SubmitOptions,
  type TurnResult,
} from '../src/index.ts'

/** A folder, a simulator, a store on real files: what an agent lives in. */
export type EngineKit = {
  readonly folder: string
  readonly simulator: Simulator
  readonly store: TranscriptStore
  readonly open: (options?: Partial<QueryEngineOptions>) => Promise<OpenSession>
  readonly close: () => Promise<void>
}

export type OpenSession = {
  readonly engine: QueryEngine
  readonly recorder: Recorder
  readonly close: () => Promise<void>
}

export const MODEL = 'claude-opus-5-5'
export const SESSION = '11111111-1111-4111-8111-111111111111'

/** Starts the kit with a script for the model. */
export async function createEngineKit(
  replies: readonly ScriptReply[],
  options: SimulatorOptions = {},
): Promise<EngineKit> {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-engine-'))
  const simulator = await startSimulator({ model: createScriptModel(replies), ...options })
  const store = createFileStore({ root: join(folder, 'root') })
  const key = { project: toProjectKey(folder), session: SESSION }
  return {
    folder,
    simulator,
    store,
    async open(more = {}) {
      const resumed = await resumeSession(store, key)
      const recorder = createRecorder({
        store,
        key,
        envelope: {
          cwd: folder,
          version: '0.1.0',
          userType: 'external',
          sessionId: SESSION,
          isSidechain: false,
        },
        ...(resumed.seq !== null && resumed.seq > 0
          ? { lastUuid: resumed.lastUuid, recordedUuids: resumed.recordedUuids, seq: resumed.seq }
          : {}),
      })
      const engine = createQueryEngine({
        provider: createAnthropicProvider({ apiKey: 'any', baseURL: simulator.url }),
        model: MODEL,
        system: 'You are a test.',
        toolbox: createToolbox(createTestTools()),
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
        sleep: async () => {},
        recordEntry: entry => recorder.recordEntry({ ...entry, sessionId: SESSION } as RecordEntry),
        ...more,
      })
      return {
        engine,
        recorder,
        close: async () => {
          await engine.close()
          await recorder.close()
        },
      }
    },
    async close() {
      await store.close()
      await simulator.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `Echo` is safe and gives its text back; `Alone` runs alone; `Slow` waits until it is told to stop. */
export function createTestTools(log: string[] = []): readonly AgentTool[] {
  const schema = z.object({ text: z.string() })
  const make = (
    name: string,
    isConcurrencySafe: boolean,
    work: (text: string, signal: AbortSignal) => Promise<string>,
  ): AgentTool =>
    defineTool({
      name,
      description: `${name} for tests.`,
      schema,
      prepare: (input, context) => ({
        input,
        access: { kind: 'tool' },
        isReadOnly: true,
        isConcurrencySafe,
        title: `${name} ${input.text}`,
        async *run() {
          log.push(`start ${input.text}`)
          yield {
            data: { type: 'bash_progress', output: '', fullOutput: '', elapsedTimeSeconds: 0, totalLines: 0 },
          }
          const content = await work(input.text, context.signal)
          log.push(`end ${input.text}`)
          return { content, data: { text: content } }
        },
      }),
    })
  return [
    make('Echo', true, async text => `echo: ${text}`),
    make('Alone', false, async text => `alone: ${text}`),
    make(
      'Slow',
      true,
      (text, signal) =>
        new Promise((_, reject) => {
          const stop = (): void => reject(new Error(text))
          if (signal.aborted) stop()
          else signal.addEventListener('abort', stop)
        }),
    ),
    make('Broken', true, async text => Promise.reject(new Error(`broken: ${text}`))),
  ]
}

/** Runs a turn to its end. */
export async function run(
  engine: QueryEngine,
  prompt: Parameters<QueryEngine['submit']>[0],
  onEvent: (event: QueryEvent) => void = () => {},
  options: SubmitOptions = {},
): Promise<{ readonly events: readonly QueryEvent[]; readonly result: TurnResult }> {
  const events: QueryEvent[] = []
  const turn = engine.submit(prompt, options)
  for (let step = await turn.next(); ; step = await turn.next()) {
    if (step.done) return { events, result: step.value }
    events.push(step.value)
    onEvent(step.value)
  }
}

/** Takes the oldest prompt that waits and runs its turn to the end, as a host does. */
export async function runQueued(engine: QueryEngine, options: SubmitOptions = {}): ReturnType<typeof run> {
  const next = await engine.nextQueued()
  if (!next) throw new Error('nothing waits')
  const { prompt, timestamp: _, ...about } = next
  return run(engine, prompt, undefined, { ...about, ...options })
}

/** The messages among events, without signals and progress. */
export function stored(events: readonly QueryEvent[]): readonly Message[] {
  return events.filter((event): event is Message =>
    ['user', 'assistant', 'system', 'attachment'].includes(event.type),
  )
}

/** Requests to the small model get replies of their own. */
export function createTwoModels(
  main: readonly ScriptReply[],
  small: readonly ScriptReply[] = [],
): SimulatedModel {
  const [mainModel, smallModel] = [createScriptModel(main), createScriptModel(small)]
  return {
    name: 'two scripts',
    answer: (request, turn) => (isSmall(request.model) ? smallModel : mainModel).answer(request, turn),
  }
}

export function isSmall(model: string | undefined): boolean {
  return model?.includes('haiku') === true
}

/** The requests of the conversation itself. */
export function mainRequests(simulator: Simulator): readonly RequestRecord[] {
  return simulator.log.all().filter(({ request }) => !isSmall(request?.model))
}

/** The blocks of a request with their voices, without cache marks: what a prefix is measured in. */
export function spokenBlocks(request: ApiRequest | null): readonly string[] {
  return (request?.messages ?? []).flatMap(({ role, content }) =>
    (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map(block => {
      const { cache_control: _, ...rest } = block as { readonly cache_control?: unknown }
      return `${role} ${JSON.stringify(rest)}`
    }),
  )
}

/** The places of the requests that do not extend the one before them. */
export function findBreaks(requests: readonly RequestRecord[]): readonly number[] {
  const bodies = requests.map(({ request }) => spokenBlocks(request))
  return bodies.flatMap((body, index) => {
    const before = bodies[index - 1] ?? []
    return before.every((block, place) => block === body[place]) ? [] : [index]
  })
}

/** What the simulator refused; nothing, unless a test asks for it. */
export function refusals(simulator: Simulator): readonly unknown[] {
  return simulator.log.all().flatMap(({ refusal }) => refusal ?? [])
}

/** The lines of the session's log, as another program reads them. */
export async function readEntries(kit: EngineKit): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const entries: Readonly<Record<string, unknown>>[] = []
  const key = { project: toProjectKey(kit.folder), session: SESSION }
  for await (const item of kit.store.read(key)) if (item.kind === 'entry') entries.push({ ...item.entry })
  return entries
}

export type { AnyMessage }
