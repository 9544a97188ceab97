import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { query as startQuery } from '@anthropic-ai/claude-agent-sdk'
import { createScriptModel, type ScriptReply, type Simulator, startSimulator } from '@antiphon/simulator'
import { afterAll, afterEach, beforeEach, onTestFailed } from 'vitest'
import { EXECUTABLE } from '../spawn-antiphon.ts'
import type { SdkMessage, SdkOptions, SdkPrompt, SdkQuery } from './sdk-types.ts'

const DECLARATIONS = fileURLToPath(import.meta.resolve('@anthropic-ai/claude-agent-sdk')).replace(
  /\.mjs$/,
  '.d.ts',
)

/** What the SDK itself says that a query can be asked. */
export function listQueryMethods(): readonly string[] {
  const [, after = ''] = readFileSync(DECLARATIONS, 'utf8').split('declare interface Query extends')
  const [body = ''] = after.split(/^}/m)
  return [...body.matchAll(/^ {4}(\w+)\(/gm)].map(([, name = '']) => name)
}

/** What a test of the SDK has: a project, a scripted model, and the executable in the SDK's hands. */
export type SdkBench = {
  readonly folder: () => string
  readonly home: () => string
  readonly simulator: () => Simulator
  /** Starts the model that the next queries talk to. */
  readonly script: (...replies: readonly ScriptReply[]) => Promise<void>
  readonly query: (prompt: string | AsyncIterable<SdkPrompt>, options?: SdkOptions) => SdkQuery
  /** Runs a query to its end. */
  readonly run: (prompt: string | AsyncIterable<SdkPrompt>, options?: SdkOptions) => Promise<SdkRun>
}

/** What a query gave, and what it threw at its end. */
export type SdkRun = {
  readonly messages: readonly SdkMessage[]
  readonly results: readonly SdkMessage[]
  readonly error: Error | null
  readonly sessionId: string
}

/** Sets up a folder for each test, and removes all that a test leaves. */
export function createSdkBench(): SdkBench {
  const all = mkdtempSync(join(tmpdir(), 'antiphon-sdk-'))
  let count = 0
  let base = all
  let simulator: Simulator | null = null
  let open: SdkQuery[] = []
  beforeEach(() => {
    base = join(all, String(count++))
    mkdirSync(join(base, 'project'), { recursive: true })
  })
  afterEach(async () => {
    for (const query of open) query.close()
    open = []
    await simulator?.close()
    simulator = null
  })
  afterAll(() => rmSync(all, { recursive: true, force: true }))

  function query(prompt: string | AsyncIterable<SdkPrompt>, options: SdkOptions = {}): SdkQuery {
    let stderr = ''
    onTestFailed(() => void (stderr && console.warn(stderr)))
    const wanted = {
      prompt,
      options: {
        cwd: join(base, 'project'),
        pathToClaudeCodeExecutable: EXECUTABLE,
        executable: process.execPath,
        settingSources: [],
        stderr: (text: string) => {
          stderr += text
        },
        ...options,
        env: {
          PATH: process.env.PATH,
          HOME: join(base, 'home'),
          ANTHROPIC_API_KEY: 'any',
          ANTHROPIC_BASE_URL: simulator?.url ?? 'http://127.0.0.1:9',
          // An index signature has to be read so.
          ...(options.env as object | undefined),
        },
      },
    }
    // Tests say what its types forbid, and read what they do not name.
    const started = startQuery(wanted as Parameters<typeof startQuery>[0]) as unknown as SdkQuery
    open.push(started)
    return started
  }

  return {
    folder: () => join(base, 'project'),
    home: () => join(base, 'home'),
    simulator: () => {
      if (!simulator) throw new Error('no script was given')
      return simulator
    },
    async script(...replies) {
      await simulator?.close()
      simulator = await startSimulator({ model: createScriptModel(replies) })
    },
    query,
    run: async (prompt, options) => collectRun(query(prompt, options)),
  }
}

/** Reads a query to its end, but not for ever. */
export async function collectRun(query: SdkQuery): Promise<SdkRun> {
  const messages: SdkMessage[] = []
  const error = await within(
    (async () => {
      for await (const message of query) messages.push(message)
      return null
    })().catch((thrown: Error) => thrown),
    'the query did not end',
  )
  return toRun(messages, error)
}

/** What these messages come to. */
export function toRun(messages: readonly SdkMessage[], error: Error | null = null): SdkRun {
  return {
    messages,
    error,
    results: messages.filter(({ type }) => type === 'result'),
    sessionId: messages.find(({ subtype }) => subtype === 'init')?.session_id ?? '',
  }
}

/** Gives what `work` gives, or throws: no test waits for ever. */
export async function within<T>(work: Promise<T>, what: string, milliseconds = 60_000): Promise<T> {
  const controller = new AbortController()
  const late = setTimeout(milliseconds, null, { signal: controller.signal }).then(
    () => Promise.reject(new Error(`${what} within ${milliseconds} ms`)),
    () => new Promise<never>(() => {}),
  )
  return Promise.race([work, late]).finally(() => controller.abort())
}

/** Waits until something is so. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`${what}: not within a minute`)
    await setTimeout(20)
  }
}

/** True while a process of this id is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A prompt as a streaming host sends it. */
export function say(content: unknown, more: Partial<SdkPrompt> = {}): SdkPrompt {
  return { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, ...more }
}

/** The texts of a run's answers, one after the other. */
export function textsOf(messages: readonly SdkMessage[]): readonly string[] {
  return messages
    .filter(({ type }) => type === 'assistant')
    .flatMap(({ message }) => message.content)
    .flatMap(block => (block.type === 'text' ? [block.text] : []))
}

/** The results of calls. */
export function toolResultsOf(messages: readonly SdkMessage[]): readonly ToolResult[] {
  return messages
    .filter(({ type }) => type === 'user')
    .flatMap(({ message }) => (Array.isArray(message.content) ? message.content : []))
    .filter(block => block.type === 'tool_result')
}

type ToolResult = {
  readonly tool_use_id: string
  readonly is_error?: boolean
  readonly content: unknown
}
