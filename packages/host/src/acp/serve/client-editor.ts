import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentContext, ClientCapabilities, TerminalHandle } from '@agentclientprotocol/sdk'
import {
  createOutputBuffer,
  type Editor,
  type ShellEnd,
  type ShellProcess,
  type TerminalCommand,
} from '@antiphon/engine'

export type ClientEditorOptions = {
  readonly client: AgentContext
  readonly sessionId: string
  readonly capabilities: ClientCapabilities
  /** Variables that the editor started us with: its terminals have them by themselves. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** A terminal stands behind a call. */
  readonly onTerminal: (toolCallId: string, terminalId: string) => void
}

/** The editor at the other end of the line as our tools use it, as far as it offers files and terminals; null where it offers neither. */
export function createClientEditor(options: ClientEditorOptions): Editor | null {
  const { client, sessionId, capabilities } = options
  const { readTextFile, writeTextFile } = capabilities.fs ?? {}
  if (!readTextFile && !writeTextFile && !capabilities.terminal) return null
  return {
    readText: readTextFile
      ? async path => {
          try {
            return (await client.request('fs/read_text_file', { sessionId, path })).content
          } catch {
            // A file that is not there, or lies outside of what the editor has open: the disk tells.
            return null
          }
        }
      : null,
    writeText: writeTextFile
      ? async (path, content) =>
          void (await client.request('fs/write_text_file', { sessionId, path, content }))
      : null,
    startCommand: capabilities.terminal ? command => startCommand(command, options) : null,
  }
}

async function startCommand(
  { script, cwd, env, toolUseId }: TerminalCommand,
  options: ClientEditorOptions,
): Promise<ShellProcess | { readonly problem: string }> {
  try {
    const terminal = await options.client.createTerminal({
      sessionId: options.sessionId,
      command: 'bash',
      args: ['-c', script],
      cwd,
      env: listAdded(env, options.env),
      outputByteLimit: MAX_OUTPUT_BYTES,
    })
    options.onTerminal(toolUseId, terminal.id)
    return followTerminal(terminal)
  } catch (error) {
    return {
      problem: `The editor could not open a terminal: ${error instanceof Error ? error.message : error}.`,
    }
  }
}

const MAX_OUTPUT_BYTES = 1_000_000

function listAdded(
  env: Readonly<Record<string, string | undefined>>,
  known: Readonly<Record<string, string | undefined>>,
): { name: string; value: string }[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value === undefined || known[name] === value ? [] : [{ name, value }],
  )
}

/** A terminal of the editor as a shell of ours: what it printed is asked for now and then, and when it has ended. */
function followTerminal(terminal: TerminalHandle): ShellProcess {
  const [stdout, stderr] = [createOutputBuffer(), createOutputBuffer()]
  let [output, wasKilled, isOver] = ['', false, false]

  async function look(): Promise<void> {
    const now = await terminal.currentOutput()
    if (now.output === output) return
    output = now.output
    stdout.clear()
    stdout.write(output)
  }

  async function watch(): Promise<void> {
    while (!isOver) {
      await sleep(LOOK_MS, undefined, { ref: false })
      if (!isOver) await look().catch(() => undefined)
    }
  }

  async function follow(): Promise<ShellEnd> {
    let end: { exitCode: number | null; signal: string | null } = { exitCode: null, signal: null }
    try {
      const { exitCode = null, signal = null } = await terminal.waitForExit()
      end = { exitCode, signal }
      isOver = true
      await look()
    } catch {
      // An editor that went away takes its terminals along.
      isOver = true
    }
    // What the person sees of it stays.
    await terminal.release().catch(() => undefined)
    // Editors name signals as the system does.
    return { ...end, signal: end.signal as NodeJS.Signals | null, wasKilled, hasLeftovers: false, notes: [] }
  }

  void watch()
  return {
    group: 0,
    ...{ stdout, stderr },
    tail: {
      write() {},
      read: () => ({
        output: output.slice(-TAIL_UNITS),
        totalBytes: Buffer.byteLength(output),
        isTruncated: output.length > TAIL_UNITS,
      }),
    },
    ended: follow(),
    kill() {
      wasKilled = true
      void terminal.kill().catch(() => undefined)
    },
  }
}

const LOOK_MS = 500
const TAIL_UNITS = 8192
