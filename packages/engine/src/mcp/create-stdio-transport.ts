import { type ChildProcess, spawn } from 'node:child_process'
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { endProcessGroup } from '../tools/shell/process-group.ts'
import { waitAtMost } from '../tools/shell/wait-at-most.ts'
import { splitLines } from './split-lines.ts'

export type StdioTransportOptions = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A transport that can tell what its server said on standard error before it failed. */
export interface StdioTransport extends Transport {
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

  const read = splitLines(MAX_MESSAGE_BYTES, line => {
    if (line === null) {
      transport.onerror?.(new Error(`a line is longer than ${MAX_MESSAGE_BYTES} bytes`))
      void transport.close()
      return
    }
    try {
      transport.onmessage?.(deserializeMessage(line))
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
  })

  const transport: StdioTransport = {
    async start() {
      child = startServer(options)
      child.stdout?.on('data', read)
      child.stderr?.on('data', (chunk: Buffer) => {
        words = (words + chunk.toString('utf8')).slice(-MAX_LAST_WORDS)
      })
      for (const pipe of child.stdio) pipe?.on('error', error => transport.onerror?.(error))
      await waitForStart(child)
      child.once('exit', () => void transport.close())
    },
    async send(message) {
      const input = child?.stdin
      if (!input?.writable) throw new Error('the server has ended')
      if (!input.write(serializeMessage(message))) await waitForDrain(input)
    },
    close() {
      closing ??= endServer(child).then(() => transport.onclose?.())
      return closing
    },
    lastWords: () => words.trim(),
  }
  return transport
}

const MAX_MESSAGE_BYTES = 32 * 1_048_576
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

/** A server that reads no more must not hold the agent: its end counts as well. */
function waitForDrain(input: NonNullable<ChildProcess['stdin']>): Promise<void> {
  return new Promise(resolve => {
    input.once('drain', resolve)
    input.once('close', resolve)
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
