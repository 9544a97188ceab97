import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import {
  type ClientApp,
  type CreateTerminalRequest,
  RequestError,
  type TerminalExitStatus,
  type TerminalOutputResponse,
} from '@agentclientprotocol/sdk'
import { makeFolder } from '@antiphon/transcript'

/** What we lend an agent that we host: the files of this machine, and terminals that nobody sees. */
export interface LocalEditor {
  /** Answers the agent's requests for files and terminals. */
  attach(app: ClientApp): void
  /** What a terminal has printed; empty for one that nobody opened. */
  output(terminalId: string): string
  /** Ends every command that still runs. */
  close(): Promise<void>
}

export type LocalEditorOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export function createLocalEditor({ cwd, env }: LocalEditorOptions): LocalEditor {
  const terminals = new Map<string, LocalTerminal>()

  function find(id: string): LocalTerminal {
    const terminal = terminals.get(id)
    if (!terminal) throw RequestError.resourceNotFound(`terminal ${id}`)
    return terminal
  }

  return {
    attach(app) {
      app
        .onRequest('fs/read_text_file', async ({ params: { path, line, limit } }) => ({
          content: takeLines(await readText(path), line ?? 1, limit ?? null),
        }))
        .onRequest('fs/write_text_file', async ({ params: { path, content } }) => {
          checkPath(path)
          makeFolder(dirname(path), 0o777)
          await writeFile(path, content)
          return {}
        })
        .onRequest('terminal/create', ({ params }) => {
          const terminalId = `terminal-${randomUUID()}`
          terminals.set(terminalId, startTerminal(params, { cwd, env }))
          return { terminalId }
        })
        .onRequest('terminal/output', ({ params: { terminalId } }) => find(terminalId).read())
        .onRequest('terminal/wait_for_exit', ({ params: { terminalId } }) => find(terminalId).ended)
        .onRequest('terminal/kill', ({ params: { terminalId } }) => {
          find(terminalId).kill()
          return {}
        })
        // What it printed is still told of the call that it belongs to.
        .onRequest('terminal/release', ({ params: { terminalId } }) => {
          find(terminalId).kill()
          return {}
        })
    },
    output: id => terminals.get(id)?.read().output ?? '',
    async close() {
      for (const terminal of terminals.values()) terminal.kill()
      await Promise.all([...terminals.values()].map(({ ended }) => ended))
    },
  }
}

function checkPath(path: string): void {
  if (!isAbsolute(path) || path.includes('\0'))
    throw RequestError.invalidParams({}, `${path} is not a whole path`)
}

async function readText(path: string): Promise<string> {
  checkPath(path)
  const stats = await stat(path).catch(() => null)
  if (!stats?.isFile()) throw RequestError.resourceNotFound(path)
  if (stats.size > MAX_FILE_BYTES) throw RequestError.invalidParams({}, `${path} is larger than 64 MB`)
  return readFile(path, 'utf8')
}

const MAX_FILE_BYTES = 64 * 1024 * 1024

function takeLines(text: string, line: number, limit: number | null): string {
  if (line <= 1 && limit === null) return text
  const lines = text.split('\n')
  const from = Math.max(0, line - 1)
  return lines.slice(from, limit === null ? undefined : from + limit).join('\n')
}

type LocalTerminal = {
  readonly read: () => TerminalOutputResponse
  readonly ended: Promise<TerminalExitStatus>
  readonly kill: () => void
}

function startTerminal(
  { command, args = [], env: added = [], cwd, outputByteLimit }: CreateTerminalRequest,
  surroundings: LocalEditorOptions,
): LocalTerminal {
  const more = Object.fromEntries(added.map(({ name, value }) => [name, value]))
  // Some agents put a whole command line into `command`, as a person types it.
  const isLine = args.length === 0 && /[\s|&;<>()$`"']/.test(command)
  const [file, words] = isLine ? ['sh', ['-c', command]] : [command, args]
  const child = spawn(file, words, {
    cwd: cwd ?? surroundings.cwd,
    env: { ...surroundings.env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const most = Math.min(outputByteLimit ?? MAX_OUTPUT_BYTES, MAX_OUTPUT_BYTES)
  let [kept, truncated, exitStatus]: [Buffer, boolean, TerminalExitStatus | null] = [
    Buffer.alloc(0),
    false,
    null,
  ]
  const take = (chunk: Buffer): void => {
    const all = Buffer.concat([kept, chunk])
    truncated ||= all.length > most
    kept = all.subarray(-most)
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const ended = new Promise<TerminalExitStatus>(resolve => {
    child.once('error', error => {
      take(Buffer.from(`${error.message}\n`))
      resolve({ exitCode: 127, signal: null })
    })
    void once(child, 'close')
      .then(([exitCode, signal]) => resolve({ exitCode, signal }))
      .catch(() => undefined)
  }).then(status => (exitStatus = status))
  return {
    read: () => ({ output: kept.toString('utf8'), truncated, exitStatus }),
    ended,
    kill() {
      if (exitStatus !== null || child.pid === undefined) return
      try {
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
      } catch {
        // It ended by itself in this moment.
      }
    },
  }
}

const MAX_OUTPUT_BYTES = 1_000_000
