import { join, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { FOREIGN_AGENTS, isForeignAgent } from '@antiphon/core/log'
import { stripControl } from '@antiphon/core/ui'
import { safeJson } from '@antiphon/core/wire'
import {
  COPY_VARIABLE,
  type ExitCode,
  findAgentsFolder,
  findReadingRoots,
  findStoreUrl,
  type Io,
  type Output,
  ProgramError,
  type ReadingRoots,
  refreshReplica,
} from '@antiphon/host'
import { type Roots, TranscriptError } from '@antiphon/transcript'
import { InvalidArgumentError, Option } from 'commander'
import type { ColorLook } from './terminal/color-look.ts'
import { createProgressBar } from './terminal/progress-bar.ts'
import { COLOR_CHOICES, type ColorChoice, createScreen, type Screen } from './terminal/screen.ts'
import { wrapText } from './terminal/text-width.ts'

/** What every command is given. */
export type CommandContext = {
  readonly io: Io
  /** Sets the exit code of a command that did its work and found something. */
  readonly finish: (code: ExitCode) => void
}

/** The flags by which a person says how they want to read a result; only commands with colours have `--color`. */
export type OutputFlags = {
  readonly json?: true
  readonly color?: ColorChoice
  /** Only commands with long results have `--no-pager`, and only theirs go to a pager. */
  readonly pager?: boolean
}

/** `--color`. */
export function colorOption(): Option {
  return new Option('--color <when>', 'colour the output').choices(COLOR_CHOICES).default('auto')
}

/** The screen that an output is, coloured as the person asked. */
export function screenFor(
  { env, stderr }: Io,
  output: Output,
  choice: ColorChoice = 'auto',
  look?: ColorLook,
): Screen {
  return createScreen({ output, beside: stderr, env, choice, ...(look && { look }) })
}

/** A result for programs as it is, and for people as lines. */
export type Result = { readonly value: unknown; readonly format: (screen: Screen) => Iterable<string> }

/** Writes a result to standard output, as its flags ask for it. */
export async function printResult(
  io: Io,
  { json, color, pager: wantsPager }: OutputFlags,
  { value, format }: Result,
): Promise<void> {
  if (json) return io.stdout.write(`${safeJson(value, 2)}\n`)
  const lines = format(screenFor(io, io.stdout, color))
  const pager = wantsPager && io.stdout.isTerminal ? await io.openPager?.() : null
  if (!pager) return writeLines(io, io.stdout, lines)
  try {
    await writePieces(io, pager, endLines(lines))
  } finally {
    await pager.close()
  }
}

/** Where sessions are, and which of them are in the archive alone. */
export type CommandRoots = Roots & Pick<ReadingRoots, 'archived'>

/** Where the sessions of the person are; those of their store and of other agents are copied to a folder first. */
export async function rootsOf(io: Io): Promise<CommandRoots> {
  if (findStoreUrl(io) === null) return readAgents(io)
  const progress = createProgressBar(io.stderr, 'Fetching from the store')
  try {
    const { root, leftOut } = await refreshReplica(io, { onProgress: progress.update })
    await progress.clear()
    if (leftOut > 0)
      await writeNotes(io, [
        `${leftOut} sessions of the store are left out: the copy has no room for them. ${COPY_VARIABLE} says how many gigabytes it may have.`,
      ])
    return { roots: [root], searched: [root], writeRoot: null, archived: { paths: new Set(), leftOut: 0 } }
  } finally {
    await progress.clear()
  }
}

// One command asks several times for what is the same all the while.
const read = new WeakMap<Io, Promise<ReadingRoots>>()

async function readAgents(io: Io): Promise<CommandRoots> {
  const known = read.get(io)
  if (known) return known
  const progress = createProgressBar(io.stderr, "Reading other agents' sessions")
  const unpacking = createProgressBar(io.stderr, 'Unpacking from the archive')
  const found = findReadingRoots(io, { onProgress: progress.update, onUnpacked: unpacking.update }).finally(
    async () => {
      await progress.clear()
      await unpacking.clear()
    },
  )
  read.set(io, found)
  const { problems, archived } = await found
  await writeNotes(io, [
    ...problems.map(({ path, reason }) => `${stripControl(path)} ${reason}.`),
    ...(archived.leftOut > 0
      ? [
          `${archived.leftOut} sessions that are in the archive alone are left out: unpacked, they would take more than the setting archiveViewGigabytes allows.`,
        ]
      : []),
  ])
  return found
}

/** `--agent`: only sessions of one agent. */
export function agentOption(): Option {
  return new Option('--agent <name>', 'only sessions of this agent').choices([
    'claude-code',
    'antiphon',
    ...Object.keys(FOREIGN_AGENTS),
  ])
}

/**
 * The roots of one agent's sessions; all where none is named. Sessions of Claude Code and ours lie below the same roots,
 * and in a store all lie below one.
 */
export function rootsOfAgent(roots: readonly string[], agent: string | undefined, io: Io): readonly string[] {
  const folder = findAgentsFolder(io)
  if (agent === undefined || folder === null || findStoreUrl(io) !== null) return roots
  const isOf = (root: string): boolean =>
    isForeignAgent(agent) ? root === join(folder, agent) : !root.startsWith(`${folder}${sep}`)
  return roots.filter(isOf)
}

/** A whole number of at least one, or an error that says so. */
export function parsePositive(value: string): number {
  const number = Number(value)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a whole number above zero.')
}

/** Throws where the person has interrupted. */
export function checkInterruption({ signal }: Pick<Io, 'signal'>): void {
  if (signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
}

/** An error of the logs as one of the program's; others stay what they are. */
export function toProgramError(error: unknown, code: ProgramError['code'] = 'unreadable'): unknown {
  return error instanceof TranscriptError ? new ProgramError(code, error.message, { cause: error }) : error
}

/** Writes what a person should know beside the result; on a terminal no word is cut at its edge. */
export function writeNotes(io: Io, notes: readonly string[]): Promise<void> {
  const { width } = screenFor(io, io.stderr, 'never')
  return writeLines(
    io,
    io.stderr,
    io.stderr.isTerminal ? notes.flatMap(note => wrapText(note, width)) : notes,
  )
}

/** Writes lines as `writePieces` does. */
export function writeLines(io: Io, output: Output, lines: Iterable<string>): Promise<void> {
  return writePieces(io, output, endLines(lines))
}

function* endLines(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`
}

/** Writes pieces in portions that are worth a system call; waits where the reader is slow, stops where the person interrupts. */
export async function writePieces(
  io: Pick<Io, 'signal'>,
  output: Pick<Output, 'write'>,
  pieces: Iterable<string>,
): Promise<void> {
  let pending: string[] = []
  let length = 0
  for (const piece of pieces) {
    pending.push(piece)
    length += piece.length
    if (length < PORTION_UNITS) continue
    await output.write(pending.join(''))
    pending = []
    length = 0
    // A terminal takes everything at once, and signals are only heard between two turns of the event loop.
    await setImmediate()
    checkInterruption(io)
  }
  if (pending.length > 0) await output.write(pending.join(''))
}

const PORTION_UNITS = 32_768
