import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import {
  type ClientCapabilities,
  type ClientContext,
  client as createClient,
  ndJsonStream,
  RequestError,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import { type AcpJudge, createAcpJudge } from './acp-judge.ts'
import type { HeadlessKit } from './headless-kit.ts'
import { waitFor } from './headless-kit.ts'
import { startAntiphon } from './spawn-antiphon.ts'

/** An editor made of the protocol's own client: it starts our executable and talks with it over its pipe. */
export type TestEditor = {
  readonly agent: ClientContext
  readonly child: ChildProcess
  readonly judge: AcpJudge
  /** All that it was told of all sessions. */
  readonly updates: readonly SessionUpdate[]
  readonly questions: readonly RequestPermissionRequest[]
  /** What is open in it and may not be saved, by its path. */
  readonly buffers: Map<string, string>
  /** What its terminals ran. */
  readonly commands: readonly string[]
  /** How many of its terminals were never released. */
  readonly openTerminals: () => number
  /** How the next question is answered: by the kind of an option, or never. */
  answer: (question: RequestPermissionRequest) => string | null
  /** What the agent has said, in one text. */
  readonly words: () => string
  readonly until: (fits: (update: SessionUpdate) => boolean) => Promise<SessionUpdate>
  readonly stderr: () => string
  readonly close: () => Promise<number | null>
}

export type EditorOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly capabilities?: ClientCapabilities
}

export const ALL_CAPABILITIES: ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { notices: {}, compaction: {} },
}

export async function openEditor(
  kit: HeadlessKit,
  argv: readonly string[] = [],
  { env = {}, capabilities = {} }: EditorOptions = {},
): Promise<TestEditor> {
  const child = startAntiphon(['acp', ...argv], { ...kit.env, ...env }, kit.folder)
  const judge = createAcpJudge()
  const updates: SessionUpdate[] = []
  const questions: RequestPermissionRequest[] = []
  const buffers = new Map<string, string>()
  const commands: string[] = []
  const terminals = new Map<string, TestTerminal>()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
  child.stdin.on('error', () => {})
  const wire = ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
  )
  const stream = {
    readable: wire.readable.pipeThrough(tap(frame => judge.take('agent', frame))),
    writable: tapWritable(wire.writable, frame => judge.take('client', frame)),
  }
  const editor = {
    answer: (_question: RequestPermissionRequest): string | null => 'allow_once',
  }
  const app = createClient({ name: 'test editor' })
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .onRequest('session/request_permission', async ({ params, signal }) => {
      questions.push(params)
      const kind = editor.answer(params)
      const option = params.options.find(one => one.kind === kind || one.optionId === kind)
      if (option) return { outcome: { outcome: 'selected', optionId: option.optionId } }
      if (!signal.aborted) await once(signal, 'abort')
      return { outcome: { outcome: 'cancelled' } }
    })
    .onRequest('fs/read_text_file', ({ params: { path } }) => {
      const content = buffers.get(path)
      if (content === undefined) throw RequestError.resourceNotFound(path)
      return { content }
    })
    .onRequest('fs/write_text_file', ({ params: { path, content } }) => {
      buffers.set(path, content)
      return {}
    })
    .onRequest('terminal/create', ({ params: { command, args = [], cwd, env: added = [] } }) => {
      commands.push([command, ...args].join(' '))
      const terminalId = `terminal-${terminals.size}`
      const more = Object.fromEntries(added.map(({ name, value }) => [name, value]))
      terminals.set(terminalId, startTerminal(command, args, { cwd: cwd ?? kit.folder, env: more }))
      return { terminalId }
    })
    .onRequest('terminal/output', ({ params: { terminalId } }) => {
      const { output, exit } = find(terminals, terminalId)
      return { output: output(), truncated: false, exitStatus: exit() }
    })
    .onRequest('terminal/wait_for_exit', ({ params: { terminalId } }) => find(terminals, terminalId).ended)
    .onRequest('terminal/kill', ({ params: { terminalId } }) => {
      find(terminals, terminalId).child.kill()
      return {}
    })
    .onRequest('terminal/release', ({ params: { terminalId } }) => {
      find(terminals, terminalId).isReleased = true
      return {}
    })
    .onRequest('elicitation/create', () => ({ action: 'accept', content: { q0: 'Blue' } }))
  const connection = app.connect(stream)
  await connection.agent.request('initialize', { protocolVersion: 1, clientCapabilities: capabilities })
  return Object.assign(editor, {
    ...{ agent: connection.agent, child, judge, updates, questions, buffers, commands },
    openTerminals: () => [...terminals.values()].filter(({ isReleased }) => !isReleased).length,
    words: () =>
      updates
        .flatMap(update =>
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
            ? [update.content.text]
            : [],
        )
        .join(''),
    async until(fits: (update: SessionUpdate) => boolean) {
      await waitFor(() => updates.some(fits))
      return updates.find(fits) as SessionUpdate
    },
    stderr: () => stderr,
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        child.stdin.end()
        await once(child, 'exit')
      }
      for (const terminal of terminals.values()) terminal.child.kill('SIGKILL')
      return child.exitCode
    },
  })
}

type TestTerminal = {
  readonly child: ChildProcess
  readonly output: () => string
  readonly exit: () => { exitCode: number | null; signal: string | null } | null
  readonly ended: Promise<{ exitCode: number | null; signal: string | null }>
  isReleased: boolean
}

function startTerminal(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): TestTerminal {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } })
  let output = ''
  let exit: { exitCode: number | null; signal: string | null } | null = null
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (output += text))
  const ended = once(child, 'close').then(([exitCode, signal]) => (exit = { exitCode, signal }))
  return { child, output: () => output, exit: () => exit, ended, isReleased: false }
}

function find(terminals: ReadonlyMap<string, TestTerminal>, id: string): TestTerminal {
  const terminal = terminals.get(id)
  if (!terminal || terminal.isReleased) throw RequestError.resourceNotFound(id)
  return terminal
}

function tap<Frame>(hear: (frame: Frame) => void): TransformStream<Frame, Frame> {
  return new TransformStream({
    transform(frame, controller) {
      hear(frame)
      controller.enqueue(frame)
    },
  })
}

function tapWritable<Frame>(
  writable: WritableStream<Frame>,
  hear: (frame: Frame) => void,
): WritableStream<Frame> {
  const writer = writable.getWriter()
  return new WritableStream({
    async write(frame) {
      hear(frame)
      await writer.write(frame)
    },
    close: () => writer.close(),
    abort: reason => writer.abort(reason),
  })
}
