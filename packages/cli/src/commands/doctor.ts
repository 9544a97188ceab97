import { basename, dirname } from 'node:path'
import { stripControl } from '@antiphon/core/ui'
import { safeJson } from '@antiphon/core/wire'
import type { Io } from '@antiphon/host'
import { EXIT_CODES, findSession, homeOf, ProgramError, STDIN } from '@antiphon/host'
import type { DoctorReport } from '@antiphon/transcript'
import { findRoots, listSessionFiles } from '@antiphon/transcript'
import type { Command } from 'commander'
import { addColorOption, type CommandContext, screenFor, writeLines } from '../command-context.ts'
import { clearLeftovers, type LeftoverReport } from '../doctor/clear-leftovers.ts'
import { computeDoctorSummary } from '../doctor/compute-doctor-summary.ts'
import { examineFile } from '../doctor/examine-file.ts'
import { examineSandbox } from '../doctor/examine-sandbox.ts'
import { formatDoctorReport } from '../doctor/format-doctor-report.ts'
import { formatDoctorSummary } from '../doctor/format-doctor-summary.ts'
import { formatLeftovers } from '../doctor/format-leftovers.ts'
import { formatSandboxReport } from '../doctor/format-sandbox-report.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'
import type { ColorChoice } from '../terminal/wants-color.ts'

type DoctorOptions = {
  readonly all?: true
  readonly fix?: true
  readonly dryRun?: true
  readonly check?: true
  readonly sandbox?: true
  readonly json?: true
  readonly color: ColorChoice
}

/** `antiphon doctor [SESSION…]`: what is wrong with sessions, what that means, and a way to mend it. */
export function addDoctorCommand(program: Command, { io, finish }: CommandContext): void {
  const command = program
    .command('doctor')
    .summary('what is wrong with a session, and a fix that loses nothing')
    .description(
      'Finds every defect of stored sessions that readers tolerate, explains each, and shows what a resume would send ' +
        'before and after a fix. A fix writes a repaired copy, reads it back, keeps the file as it was beside it, and ' +
        'changes nothing that was said. End the program that writes a session before you fix it: one of ours is noticed, ' +
        'others are not. Files of more than 256 MB are not taken.',
    )
    .argument('[session...]', 'session ids, .jsonl or .jsonl.gz files, or - for standard input')
    .option('--all', 'every session that is found, and their subagents')
    .option('--fix', 'repair what can be repaired; the file as it was stays beside it as .bak')
    .option('--dry-run', 'show the lines that a fix would change, and change nothing')
    .option(
      '--check',
      'end with 1 where a session is damaged, no session or unreadable as it is now; quirks do not count',
    )
    .option('--sandbox', 'what keeps commands in this folder, tried out; no session is looked at')
    .option('--json', 'print everything as one JSON object')
    .addHelpText('after', EXAMPLES)
  addColorOption(command).action(async (sessions: readonly string[], options: DoctorOptions) => {
    if (options.sandbox) {
      if (sessions.length > 0 || options.all || options.fix)
        throw new ProgramError('wrong-use', 'Say --sandbox alone: it looks at this folder, not at sessions.')
      const report = await examineSandbox(io)
      if (options.json) await io.stdout.write(`${safeJson(report, 2)}\n`)
      else
        await writeLines(io, io.stdout, formatSandboxReport(report, screenFor(io, io.stdout, options.color)))
      if (report.checks.some(({ holds }) => !holds) || (options.check && !report.isThere))
        finish(EXIT_CODES.problemFound)
      return
    }
    if ((sessions.length === 0) === (options.all !== true))
      throw new ProgramError('wrong-use', 'Name sessions, or say --all. See `antiphon doctor --help`.')
    const examined = options.all ? await examineAll(io, options) : await examineNamed(sessions, io, options)
    const summary = computeDoctorSummary(examined.reports, examined.unreadable.length)
    await print({ ...examined, summary }, options, io)
    const isSick = summary.damaged + summary.noSession + summary.unreadable > 0
    if (summary.refused > 0 || (options.check && isSick)) finish(EXIT_CODES.problemFound)
  })
}

type Examined = {
  readonly reports: readonly DoctorReport[]
  /** Why files could not be looked at. */
  readonly unreadable: readonly string[]
  readonly leftovers: readonly LeftoverReport[]
}

async function examineNamed(sessions: readonly string[], io: Io, options: DoctorOptions): Promise<Examined> {
  const found = await Promise.all(sessions.map(session => findSession(session, io)))
  const paths = found.map(({ path }) => path)
  const places = paths
    .filter(path => path !== STDIN)
    .map(path => ({ folder: dirname(path), session: basename(path) }))
  const leftovers = await clearLeftovers(places, toExamineOptions(options))
  const reports: DoctorReport[] = []
  for (const path of paths) reports.push(await examineFile(path, io, toExamineOptions(options)))
  return { reports, unreadable: [], leftovers }
}

/** One file that cannot be read is no reason to leave the others. */
async function examineAll(io: Io, options: DoctorOptions): Promise<Examined> {
  const { roots } = await findRoots(io.env, homeOf(io))
  const { files, problems } = await listSessionFiles(roots, { hasSubagents: true })
  const folders = [...new Set(files.map(({ path }) => dirname(path)))]
  const leftovers = await clearLeftovers(
    folders.map(folder => ({ folder })),
    toExamineOptions(options),
  )
  const unreadable = problems.map(({ path, reason }) => `${stripControl(path)} ${reason}.`)
  const reports: DoctorReport[] = []
  const bar = createProgressBar(io.stderr, options.fix ? 'Fixing' : 'Examining')
  try {
    for (const [index, { path }] of files.entries()) {
      bar.update(index, files.length, path)
      if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
      try {
        reports.push(await examineFile(path, io, toExamineOptions(options)))
      } catch (error) {
        if (!(error instanceof ProgramError) || error.code === 'interrupted') throw error
        unreadable.push(error.message)
      }
    }
  } finally {
    await bar.clear()
  }
  return { reports, unreadable, leftovers }
}

function toExamineOptions({ fix, dryRun }: DoctorOptions): Parameters<typeof examineFile>[2] {
  return { isFixing: fix === true && dryRun !== true, now: new Date() }
}

async function print(
  result: Examined & {
    readonly summary: ReturnType<typeof computeDoctorSummary>
  },
  options: DoctorOptions,
  io: Io,
): Promise<void> {
  const { reports, unreadable, leftovers } = result
  if (options.json) return io.stdout.write(`${safeJson(result, 2)}\n`)
  const screen = screenFor(io, io.stdout, options.color)
  const hasChanges = options.dryRun === true
  const whole = options.all && !hasChanges ? [] : reports
  const blocks = whole.map(report => formatDoctorReport(report, { hasChanges }, screen))
  if (options.all || reports.length > 1) blocks.push(formatDoctorSummary(result, screen))
  const left = formatLeftovers(leftovers, screen)
  if (left.length > 0) blocks.push([...left])
  await writeLines(
    io,
    io.stdout,
    blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
  )
  await writeLines(io, io.stderr, unreadable)
}

const EXAMPLES = `
Examples:
  antiphon doctor session.jsonl
  antiphon doctor 0c97beba --dry-run
  antiphon doctor session.jsonl --fix
  antiphon doctor --all --check
  antiphon doctor --sandbox
  antiphon doctor --all --json | jq '.reports[] | select(.verdict == "damaged") | .file'`
