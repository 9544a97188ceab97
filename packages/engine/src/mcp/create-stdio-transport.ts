import { type ChildProcess, spawn } from 'node:child_process'
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { endProcessGroup } from '../process/process-group.ts'
import { waitAtMost } from '../process/wait-at-most.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

type StdioTransportOptions = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A transport that can tell what its server said on standard error before it failed. */
interface StdioTransport extends Transport {
  lastWords(): string
}

/**
 * Starts a server in a process group of its own, so that closing ends whatever the server started too; that is
 * what the SDK's own transport cannot do. Lines that are no messages are reported and passed over.
 */
export function createStdioTransport(options: StdioTransportOptions): StdioTransport {
  let child: ChildProcess | undefined
  let closing: Promise<void> | undefined
  let words = ''
  let delivered: Promise<void> = Promise.resolve()
  let drained: Promise<void> | null = null

  /** A server that reads no more must not hold the agent: its end counts as well. All who wait share one wait. */
  function whenDrained(input: NonNullable<ChildProcess['stdin']>): Promise<void> {
    drained ??= new Promise<void>(resolve => {
      input.once('drain', resolve)
      input.once('close', resolve)
    }).finally(() => {
      drained = null
    })
    return drained
  }

  function deliver(line: string): void {
    try {
      transport.onmessage?.(deserializeMessage(line))
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
  }

  const read = splitLines(MCP_LIMITS.messageBytes, line => {
    if (line === null) {
      transport.onerror?.(new Error(`a line is longer than ${MCP_LIMITS.messageBytes} bytes`))
      void transport.close()
      return
    }
    // The client hears a notification one step later than an answer: each message waits for the one before it.
    delivered = delivered.then(() => deliver(line))
  })

  function end(): Promise<void> {
    closing ??= endServer(child).then(() => transport.onclose?.())
    return closing
  }

  const transport: StdioTransport = {
    async start() {
      child = startServer(options)
      child.stdout?.on('data', read)
      child.stderr?.on('data', (chunk: Buffer) => {
        words = (words + chunk.toString('utf8')).slice(-MAX_LAST_WORDS)
      })
      for (const pipe of child.stdio) pipe?.on('error', error => transport.onerror?.(error))
      await waitForStart(child)
      // What it said before it ended is still read.
      child.once('exit', () => void end())
    },
    async send(message) {
      const input = child?.stdin
      if (!input?.writable) throw new Error('the server has ended')
      if (!input.write(serializeMessage(message))) await whenDrained(input)
    },
    close() {
      // Nobody listens any more, and a server that cannot stop talking must not keep us busy until it has ended.
      child?.stdout?.off('data', read).resume()
      return end()
    },
    lastWords: () => words.trim(),
  }
  return transport
}

const MAX_LAST_WORDS = 2_000
/** How long a server may take to end by itself once nobody talks to it. */
const PATIENCE_MS = 500
const GRACE_MS = 500

function startServer({ command, args, cwd, env }: StdioTransportOptions): ChildProcess {
  return spawn(command, [...args], {
    cwd,
    env: { ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
}

function waitForStart(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
}

async function endServer(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined) return
  child.stdin?.end()
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  if (!hasEnded) await waitAtMost(new Promise(resolve => child.once('exit', resolve)), PATIENCE_MS)
  await endProcessGroup(child.pid, GRACE_MS)
  child.stdout?.destroy()
  child.stderr?.destroy()
}

/**
 * Cuts bytes that come in pieces into lines and gives each to `onLine`; null, once and as the last, when a line gets
 * too long. Each byte is looked at once: the SDK's own buffer looks at all it has with each piece.
 */
export function splitLines(maxBytes: number, onLine: (line: string | null) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = []
  let size = 0
  let isOver = false
  return chunk => {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1 && !isOver; end = chunk.indexOf(LINE_FEED, start)) {
      const line = Buffer.concat([...pieces, chunk.subarray(start, end)]).toString('utf8')
      pieces = []
      size = 0
      start = end + 1
      if (line.trim() !== '') onLine(line)
    }
    pieces.push(chunk.subarray(start))
    size += chunk.length - start
    if (isOver || size <= maxBytes) return
    isOver = true
    pieces = []
    onLine(null)
  }
}

const LINE_FEED = 0x0a
