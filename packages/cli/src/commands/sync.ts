import { setTimeout as wait } from 'node:timers/promises'
import { formatSize } from '@antiphon/core/ui'
import {
  deliverLeftSpools,
  describeLeftSession,
  type ExitCode,
  findConfigFolder,
  findReadingRoots,
  findStoreFolder,
  homeOf,
  type Io,
  type RedactedPlace,
  readSettingsFile,
  STORE_VARIABLE,
  type SyncReport,
  syncRoots,
  withPersonStore,
} from '@antiphon/host'
import { type FleetStore, TranscriptError } from '@antiphon/transcript'
import type { Command } from 'commander'
import {
  type CommandContext,
  checkInterruption,
  type OutputFlags,
  printResult,
  writeNotes,
} from '../command-context.ts'
import { runServiceChange } from '../sync-service/run-service-change.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'

type SyncFlags = OutputFlags & {
  readonly dryRun?: true
  readonly watch?: true
  readonly redact?: true
  readonly install?: true
  readonly uninstall?: true
}

/** `antiphon sync`: the sessions of this machine, mirrored into the store. */
export function addSyncCommand(program: Command, { io, finish }: CommandContext): void {
  program
    .command('sync')
    .summary("mirror this machine's sessions into the store")
    .description(
      'Sends what the store has not got of the sessions of this machine (those of Claude Code, too) and of their subagents, ' +
        'byte for byte, with what lies beside them (notes of subagents, long results, files as they were before). It may be stopped at any moment and goes on where it was; a second run sends nothing. A file that is ' +
        'deleted here stays there; one that went another way than the store becomes a session of its own there, with a note.',
    )
    .option('--dry-run', 'say what would be sent, and send nothing')
    .option('--watch', 'go on until Ctrl-C, and send what is written meanwhile')
    .option(
      '--redact',
      'take secrets out before anything leaves this machine, by the rules of export (setting: redactSync)',
    )
    .option(
      '--install',
      'have this machine run it with --watch from now on (systemd or launchd); with --dry-run say how',
    )
    .option('--uninstall', 'end that')
    .option('--json', 'print the numbers as JSON')
    .action(async (flags: SyncFlags) => {
      if (flags.install || flags.uninstall) return finish(await changeSyncService(io, flags))
      const isRedacted = flags.redact === true || (await wantsRedaction(io))
      await withPersonStore(
        io,
        async store => {
          const seen = new Map<string, string>()
          const places = new Map<string, RedactedPlace>()
          let isAway = false
          const run = async (): Promise<void> => {
            if (!flags.dryRun) await deliverLeft(io, store)
            // With copies of what other agents said meanwhile.
            const { roots } = await findReadingRoots(io)
            const progress = createProgressBar(io.stderr, 'Sending sessions')
            const report = await syncRoots(store, {
              ...{ roots, isDry: flags.dryRun === true, signal: io.signal, seen, isRedacted, places },
              onDelivered: ({ lagMs, bytes }) => {
                store.meters.note('antiphon.sync.lag', lagMs / 1000)
                store.meters.note('antiphon.sync.bytes', bytes)
              },
              onProgress: ({ files, bytes }) => progress.update(files, null, formatSize(bytes)),
            }).finally(() => progress.clear())
            if (!flags.watch || report.bytes > 0) await tell(io, flags, report)
            isAway = false
          }
          do {
            await run().catch(async error => {
              if (!flags.watch || !(error instanceof TranscriptError) || error.code !== 'away') throw error
              if (!isAway) await writeNotes(io, [`The store: ${error.message} It is asked again.`])
              isAway = true
            })
            if (flags.watch) await wait(WATCH_MS, undefined, { signal: io.signal }).catch(() => undefined)
          } while (flags.watch && !io.signal.aborted)
        },
        { aliveMs: ALIVE_MS },
      )
      checkInterruption(io)
    })
}

/** What is removed is known by its place. */
function changeSyncService(io: Io, flags: SyncFlags): Promise<ExitCode> {
  const env = flags.uninstall ? { ...io.env, [STORE_VARIABLE]: ANY_STORE } : io.env
  return runServiceChange(io, { ...flags, kind: 'sync', env, isRedacted: flags.redact === true })
}

const ANY_STORE = 'postgres://any/store'

async function wantsRedaction(io: Io): Promise<boolean> {
  const { settings } = await readSettingsFile(findConfigFolder(io.env, homeOf(io)))
  return settings.redactSync
}

/** What agents kept here while the store was away goes first. */
async function deliverLeft(io: Io, store: FleetStore): Promise<void> {
  const folder = findStoreFolder(io, 'spool')
  if (folder === null) return
  await writeNotes(io, (await deliverLeftSpools(store, folder)).map(describeLeftSession))
}

const WATCH_MS = 2000
/** It holds a log for a moment only: where it is killed in that moment, the next run need not wait long. */
const ALIVE_MS = 6000

async function tell(io: Io, flags: SyncFlags, report: SyncReport): Promise<void> {
  const { notes, ...numbers } = report
  await printResult(io, flags, {
    value: report,
    format: () => [formatNumbers(numbers, flags.dryRun === true)],
  })
  if (!flags.json) await writeNotes(io, notes)
}

function formatNumbers(
  { files, sent, forked, behind, refused, beside, bytes }: Omit<SyncReport, 'notes'>,
  isDry: boolean,
): string {
  const parts = [
    `${isDry ? 'Would send' : 'Sent'} ${formatSize(bytes)} of ${sent + forked} logs`,
    `${files} looked at`,
    ...(beside > 0 ? [`${beside} ${beside === 1 ? 'file' : 'files'} beside them`] : []),
    ...(forked > 0 ? [`${forked} went another way and became sessions of their own`] : []),
    ...(behind > 0 ? [`${behind} went on elsewhere (\`antiphon pull\`)`] : []),
    ...(refused > 0 ? [`${refused} left for the next run`] : []),
  ]
  return `${parts.join(', ')}.`
}
