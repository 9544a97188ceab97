import { formatNumber, formatSize } from '@antiphon/core/ui'
import {
  EXIT_CODES,
  findStoreUrl,
  type Io,
  noteStoreAction,
  openPersonCare,
  readTelemetrySettings,
  toStoreProblem,
} from '@antiphon/host'
import type { FleetCare, FleetReplication, FleetStatus } from '@antiphon/transcript'
import { type Command, InvalidArgumentError } from 'commander'
import { type CommandContext, type OutputFlags, printResult, writeNotes } from '../command-context.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'

/** `antiphon store status|migrate|check|prune`: the care of a team's store. */
export function addStoreCommand(program: Command, { io, finish }: CommandContext): void {
  const command = program
    .command('store')
    .summary('the server of a team: what it holds, its health, its old sessions')
    .description(
      'Looks after the PostgreSQL or NATS JetStream in which the sessions of many hosts are kept (see docs/operations.md).',
    )
  command
    .command('status')
    .description('What the store is and holds, and which promises the settings of its server weaken.')
    .option('--json', 'print it as JSON')
    .action(async (flags: OutputFlags) => {
      const { keptIn, ...status } = await withCare(io, async care => ({
        ...(await care.status()),
        keptIn: care.keptIn,
      }))
      const metrics = describeMetrics(io)
      await printResult(io, flags, {
        value: { ...status, metrics },
        format: () => [...formatStatus(status, keptIn), `Metrics   ${metrics}`],
      })
      if (status.tables !== status.newest) finish(EXIT_CODES.problemFound)
    })
  command
    .command('migrate')
    .description(
      'Makes the tables (streams, on NATS), or brings them to the version of this program; writers may go on meanwhile.',
    )
    .option('--json', 'print the versions as JSON')
    .action(async (flags: OutputFlags) => {
      const { keptIn, ...moved } = await withCare(io, async care => ({
        ...(await care.migrate()),
        keptIn: care.keptIn,
      }))
      await printResult(io, flags, { value: moved, format: () => [formatMove(moved, keptIn)] })
    })
  command
    .command('check')
    .description('Compares the head of every log with its entries. Reads all of the store.')
    .option('--json', 'print the defects as JSON')
    .action(async (flags: OutputFlags) => {
      const { defects, checked } = await withCare(io, care => check(care, io))
      await printResult(io, flags, {
        value: { checked, defects },
        format: () => [`${formatNumber(checked)} logs, ${formatNumber(defects.length)} with a defect.`],
      })
      if (!flags.json) await writeNotes(io, defects)
      if (defects.length > 0) finish(EXIT_CODES.problemFound)
    })
  command
    .command('prune')
    .description(
      'Removes sessions that nobody wrote to for some time. A session that somebody is writing stays.',
    )
    .requiredOption(
      '--older-than <days>',
      'how long ago the last entry was written, in days (90 or 90d)',
      parseDays,
    )
    .option('--dry-run', 'say what would go, and remove nothing')
    .option('--json', 'print the numbers as JSON')
    .action(async (flags: OutputFlags & { readonly olderThan: number; readonly dryRun?: true }) => {
      const isDry = flags.dryRun === true
      if (!isDry && findStoreUrl(io) !== null)
        await noteStoreAction(
          { what: 'deletion', session: null, detail: `prune older than ${flags.olderThan} days` },
          io,
        )
      const gone = await withCare(io, care => care.prune({ days: flags.olderThan, isDry }))
      const { sessions, logs, bytes, partitions } = gone
      const months = partitions.length > 0 ? `, ${partitions.length} whole months` : ''
      await printResult(io, flags, {
        value: gone,
        format: () => [
          `${isDry ? 'Would remove' : 'Removed'} ${formatNumber(sessions)} sessions (${formatNumber(logs)} logs, ${formatSize(bytes)}${months}).`,
        ],
      })
    })
}

async function withCare<T>(io: Io, work: (care: FleetCare) => Promise<T>): Promise<T> {
  let care: FleetCare | null = null
  try {
    care = await openPersonCare(io, PATIENCE_MS)
    return await work(care)
  } catch (error) {
    throw toStoreProblem(error)
  } finally {
    await care?.close()
  }
}

/** A person sits before it. */
const PATIENCE_MS = 5000

async function check(
  care: FleetCare,
  io: Io,
): Promise<{ readonly defects: readonly string[]; readonly checked: number }> {
  const progress = createProgressBar(io.stderr, 'Checking logs')
  const defects: string[] = []
  let checked = 0
  try {
    for await (const { problem } of care.check(logs => {
      checked = logs
      progress.update(logs, null)
    }))
      defects.push(problem)
  } finally {
    await progress.clear()
  }
  return { defects, checked }
}

function formatStatus(status: FleetStatus, keptIn: FleetCare['keptIn']): readonly string[] {
  const { server, program, version, tables, newest, size, weaknesses, partitions, replication } = status
  const state =
    tables === newest
      ? `version ${tables}`
      : tables === 0
        ? 'none'
        : `version ${tables}, this program knows ${newest}`
  const what = keptIn === 'tables' ? 'Tables ' : 'Streams'
  return [
    `Server    ${server}, ${program} ${version}`,
    `${what}   ${state}${tables < newest ? '. Run `antiphon store migrate`.' : ''}`,
    ...(replication ? formatReplication(replication) : []),
    ...(size
      ? [
          `Holds     ${formatNumber(size.sessions)} sessions, ${formatNumber(size.entries)} entries in ${formatNumber(size.logs)} logs, ${formatSize(size.bytes)}`,
          ...(partitions.length > 0 ? [`Months    ${partitions.length}`] : []),
          `Writing   ${formatNumber(size.writers)} hosts now`,
          ...(size.forks > 0
            ? [`Forks     ${formatNumber(size.forks)} logs came from files that had gone another way`]
            : []),
        ]
      : []),
    ...(weaknesses.length === 0
      ? [`Promises  ${PROMISES[keptIn]}`]
      : weaknesses.map((weakness, index) => `${index === 0 ? 'Weaker    ' : '          '}${weakness}`)),
  ]
}

const PROMISES: Readonly<Record<FleetCare['keptIn'], string>> = {
  tables: 'all of them hold: acknowledged entries are on disk here and on a standby.',
  streams: 'all of them hold: acknowledged entries are on the disks of most of the servers.',
}

function formatReplication({
  leader,
  replicas,
  followers,
  messages,
  bytes,
}: FleetReplication): readonly string[] {
  const told = followers.map(({ name, isCurrent, lag, heardMs }) => {
    const how = isCurrent ? 'current' : lag > 0 ? `${formatNumber(lag)} entries behind` : 'not current'
    return `${name} (${how}, heard of ${formatNumber(heardMs)} ms ago)`
  })
  return [
    `Copies    ${replicas}; led by ${leader ?? 'nobody: one is being elected'}${told.length > 0 ? `; followed by ${told.join(', ')}` : ''}`,
    `Stream    ${formatNumber(messages)} messages, ${formatSize(bytes)}`,
  ]
}

/** Where measurements of this host go. */
function describeMetrics({ env }: Io): string {
  const settings = readTelemetrySettings(env)
  if (settings === null) return 'to nobody: OTEL_EXPORTER_OTLP_ENDPOINT is not set'
  return 'problem' in settings ? `to nobody: ${settings.problem}` : `to ${new URL(settings.url).origin}`
}

type Move = { readonly from: number; readonly to: number }

function formatMove({ from, to }: Move, keptIn: FleetCare['keptIn']): string {
  if (from === to) return `The ${keptIn} are of version ${to} already.`
  return from === 0
    ? `Made the ${keptIn}, version ${to}.`
    : `Brought the ${keptIn} from version ${from} to ${to}.`
}

function parseDays(value: string): number {
  const days = /^(\d+)d?$/.exec(value)?.[1]
  if (days !== undefined && Number(days) > 0) return Number(days)
  throw new InvalidArgumentError('It must be a number of days, such as 90.')
}
