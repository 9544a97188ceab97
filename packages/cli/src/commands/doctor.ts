import { basename, dirname } from 'node:path'
import { stripControl } from '@antiphon/core/ui'
import {
  EXIT_CODES,
  findSession,
  findStoreUrl,
  homeOf,
  type Io,
  ProgramError,
  refuseCopy,
  STDIN,
} from '@antiphon/host'
import { type DoctorReport, listSessionFiles } from '@antiphon/transcript'
import type { Command } from 'commander'
import {
  type CommandContext,
  colorOption,
  type OutputFlags,
  printResult,
  rootsOf,
  writeLines,
} from '../command-context.ts'
import { computeDoctorSummary, type DoctorSummary, formatDoctorSummary } from '../doctor/doctor-summary.ts'
import { examineFile } from '../doctor/examine-file.ts'
import { examineFiles } from '../doctor/examine-files.ts'
import { examineSandbox, formatSandboxReport } from '../doctor/examine-sandbox.ts'
import { formatDoctorReport } from '../doctor/format-doctor-report.ts'
import { clearLeftovers, formatLeftovers, type LeftoverReport } from '../doctor/leftovers.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'
import type { Screen } from '../terminal/screen.ts'

type DoctorOptions = OutputFlags & {
  readonly all?: true
  readonly fix?: true
  readonly dryRun?: true
  readonly check?: true
  readonly sandbox?: true
}

/** `antiphon doctor [SESSION…]`: what is wrong with sessions, what that means, and a way to mend it. */
export function addDoctorCommand(program: Command, { io, finish }: CommandContext): void {
  program
    .command('doctor')
    .summary('which sessions cannot be resumed or can be repaired, and a repair that loses nothing')
    .description(
      'Tells which sessions cannot be resumed, which can be repaired and which are fine, explains each finding, and ' +
        'shows what a resume would send before and after the repair. A repair writes a copy, reads it back, keeps the ' +
        'file as it was beside it, and changes nothing that was said. End the program that writes a session before you ' +
        'repair it: one of ours is noticed, others are not. Files of more than 256 MB are not taken.',
    )
    .argument('[session...]', 'session ids, .jsonl or .jsonl.gz files, or - for standard input')
    .option('--all', 'every session that is found, and their subagents')
    .option('--fix', 'repair what can be repaired; the file as it was stays beside it as .bak')
    .option('--dry-run', 'show the lines that a repair would change, and change nothing')
    .option(
      '--check',
      'end with 1 where something cannot be resumed or read, can be repaired or is not a session; notes do not count',
    )
    .option('--sandbox', 'what keeps commands in this folder, tried out; no session is looked at')
    .option('--json', 'print everything as one JSON object')
    .addHelpText('after', EXAMPLES)
    .addOption(colorOption())
    .action(async (sessions: readonly string[], options: DoctorOptions) => {
      if (options.sandbox) {
        if (sessions.length > 0 || options.all || options.fix)
          throw new ProgramError(
            'wrong-use',
            'Say --sandbox alone: it looks at this folder, not at sessions.',
          )
        const report = await examineSandbox(io)
        await printResult(io, options, {
          value: report,
          format: screen => formatSandboxReport(report, screen),
        })
        if (report.checks.some(({ holds }) => !holds) || (options.check && !report.isThere))
          finish(EXIT_CODES.problemFound)
        return
      }
      if (options.fix && options.dryRun !== true && findStoreUrl(io) !== null)
        throw new ProgramError(
          'wrong-use',
          'Nothing is rewritten in a store. `antiphon pull SESSION` makes it a file of this machine, which can be repaired without --store.',
        )
      if ((sessions.length === 0) === (options.all !== true))
        throw new ProgramError('wrong-use', 'Name sessions, or say --all. See `antiphon doctor --help`.')
      const examined = options.all ? await examineAll(io, options) : await examineNamed(sessions, io, options)
      const summary = computeDoctorSummary(examined.reports, examined.unreadable.length)
      const value = { ...examined, summary }
      await printResult(io, options, {
        value,
        format: screen => formatExamined({ ...value, home: homeOf(io) }, options, screen),
      })
      if (!options.json) await writeLines(io, io.stderr, examined.unreadable)
      const { unresumable, repairable, noSession, unreadable } = summary
      const isSick = unresumable + repairable + noSession + unreadable > 0
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
  for (const { path, root } of found)
    reports.push(
      await examineFile(path, io, toExamineOptions(refuseCopy({ root }) ? withoutFix(options) : options)),
    )
  return { reports, unreadable: [], leftovers }
}

function withoutFix({ fix: _, ...options }: DoctorOptions): DoctorOptions {
  return options
}

/** One file that cannot be read is no reason to leave the others. */
async function examineAll(io: Io, options: DoctorOptions): Promise<Examined> {
  const { roots } = await rootsOf(io)
  const { files, problems } = await listSessionFiles(roots, { hasSubagents: true })
  const folders = [...new Set(files.map(({ path }) => dirname(path)))]
  const leftovers = await clearLeftovers(
    folders.map(folder => ({ folder })),
    toExamineOptions(options),
  )
  const copies = new Set(files.filter(({ root }) => refuseCopy({ root })).map(({ path }) => path))
  const unreadable = problems.map(({ path, reason }) => `${stripControl(path)} ${reason}.`)
  const bar = createProgressBar(io.stderr, options.fix ? 'Repairing' : 'Checking')
  try {
    const examined = await examineFiles(
      files.map(({ path }) => path),
      io,
      {
        ...toExamineOptions(options),
        isNeeded: isInNeed,
        // A copy is made anew from its original; nobody mends it.
        mayRepair: path => !copies.has(path),
        onProgress: (done, path) => bar.update(done, files.length, path),
      },
    )
    return { reports: examined.reports, unreadable: [...unreadable, ...examined.unreadable], leftovers }
  } finally {
    await bar.clear()
  }
}

/** Of many files those are repaired that were counted so; what has only notes is left alone. */
function isInNeed({ verdict }: DoctorReport): boolean {
  return verdict === 'repairable' || verdict === 'unresumable'
}

function toExamineOptions({ fix, dryRun }: DoctorOptions): Parameters<typeof examineFile>[2] {
  return { isFixing: fix === true && dryRun !== true, now: new Date() }
}

function formatExamined(
  result: Examined & { readonly summary: DoctorSummary; readonly home: string | undefined },
  options: DoctorOptions,
  screen: Screen,
): readonly string[] {
  const { reports, leftovers } = result
  const hasChanges = options.dryRun === true
  const whole = options.all && !hasChanges ? [] : reports
  const blocks = whole.map(report => formatDoctorReport(report, { hasChanges }, screen))
  if (options.all || reports.length > 1) blocks.push(formatDoctorSummary(result, screen))
  const left = formatLeftovers(leftovers, screen)
  if (left.length > 0) blocks.push([...left])
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

const EXAMPLES = `
Examples:
  antiphon doctor session.jsonl
  antiphon doctor 0c97beba --dry-run
  antiphon doctor session.jsonl --fix
  antiphon doctor --all --check
  antiphon doctor --sandbox
  antiphon doctor --all --json | jq '.reports[] | select(.verdict == "repairable") | .file'`
