import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '@antiphon/contract'
import { decodeLines } from '@antiphon/core'
import {
  type SimulatedModel,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '@antiphon/simulator'
import { startAntiphon } from './spawn-antiphon.ts'

export type Line = Readonly<Record<string, unknown>>

/** A folder to work in, a folder for sessions, and a strict simulator: what the executable lives in. */
export type HeadlessKit = {
  readonly folder: string
  /** Holds `projects`. */
  readonly root: string
  readonly simulator: Simulator
  readonly env: Readonly<Record<string, string>>
  readonly start: (argv: readonly string[], options?: StartOptions) => DrivenAgent
  readonly close: () => Promise<void>
}

export type StartOptions = { readonly env?: Readonly<Record<string, string>> }

/** The executable while somebody drives it. */
export type DrivenAgent = {
  readonly child: ChildProcessWithoutNullStreams
  /** What it has printed so far. */
  readonly events: readonly Line[]
  readonly say: (text: string, uuid?: string) => void
  /** Ends its input. */
  readonly hush: () => void
  /** Waits until it has printed such an event, or has ended; null then. */
  readonly until: (fits: (event: Line) => boolean) => Promise<Line | null>
  /** How it ended; one that does not within a minute is killed, and that is told. */
  readonly ended: Promise<Ended>
}

export type Ended = {
  readonly code: number | null
  readonly signal: string | null
  readonly stderr: string
  readonly isTimeout: boolean
}

export const DRIVEN: readonly string[] = [
  ...['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
  ...['--include-partial-messages', '--replay-user-messages'],
]

/** The bound of everything that a test waits for. */
export const PATIENCE_MS = 60_000

export async function createHeadlessKit(
  model: SimulatedModel,
  options: SimulatorOptions = {},
): Promise<HeadlessKit> {
  const base = mkdtempSync(join(tmpdir(), 'antiphon-headless-'))
  const [folder, root] = [join(base, 'project'), join(base, 'config')]
  mkdirSync(folder)
  mkdirSync(root)
  const simulator = await startSimulator({ model, ...options })
  const env = {
    HOME: join(base, 'home'),
    CLAUDE_CONFIG_DIR: root,
    ANTHROPIC_API_KEY: 'any',
    ANTHROPIC_BASE_URL: simulator.url,
  }
  return {
    ...{ folder, root, simulator, env },
    start: (argv, options = {}) => drive(startAntiphon(argv, { ...env, ...options.env }, folder)),
    async close() {
      await simulator.close()
      rmSync(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function drive(child: ChildProcessWithoutNullStreams): DrivenAgent {
  const events: Line[] = []
  let [rest, stderr, isOver] = ['', '', false]
  child.stdin.on('error', () => {})
  child.stdout.on('error', () => {})
  child.stdout.setEncoding('utf8').on('data', text => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) events.push(JSON.parse(line))
  })
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
  const ended = waitForEnd(child, () => stderr)
  void ended.then(() => {
    isOver = true
  })
  return {
    ...{ child, events, ended },
    say(text, uuid) {
      const message = { type: 'user', message: { role: 'user', content: text }, ...(uuid && { uuid }) }
      child.stdin.write(`${JSON.stringify(message)}\n`)
    },
    hush: () => void child.stdin.end(),
    async until(fits) {
      await waitFor(() => isOver || events.some(fits))
      return events.find(fits) ?? null
    },
  }
}

async function waitForEnd(child: ChildProcessWithoutNullStreams, stderr: () => string): Promise<Ended> {
  let isTimeout = false
  const timer = setTimeout(() => {
    isTimeout = true
    child.kill('SIGKILL')
  }, PATIENCE_MS)
  // Its children may hold its pipes for longer than it lives: they are closed here once it has ended.
  const [code, signal] = await once(child, 'exit')
  clearTimeout(timer)
  await Promise.race([once(child, 'close'), sleep(500)])
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
  return { code, signal, stderr: stderr(), isTimeout }
}

/** Looks every few milliseconds whether something has happened. */
export async function waitFor(isDone: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!isDone()) {
    if (Date.now() > end) throw new Error(`waited ${PATIENCE_MS / 1000} s in vain for ${isDone}`)
    await sleep(5)
  }
}

/** The entries of all logs below a root, or of those whose name ends so. */
export function readLogs(root: string, suffix = '.jsonl'): readonly Line[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(suffix))
    .flatMap(name => decodeLines(readFileSync(join(root, name))))
    .flatMap(line => (line.kind === 'entry' ? [{ ...line.entry }] : []))
}

/** All content blocks of entries or events. */
export function listBlocks(lines: readonly Line[]): readonly Line[] {
  return lines.flatMap(({ message }) =>
    isObject(message) && Array.isArray(message.content) ? message.content.filter(isObject) : [],
  )
}

/** What the simulator refused; always nothing. */
export function listRefusals({ log }: Simulator): readonly string[] {
  return log.all().flatMap(({ refusal }) => (refusal ? [refusal.message] : []))
}
