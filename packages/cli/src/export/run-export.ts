import { dirname, resolve } from 'node:path'
import type { ConversionLoss } from '@antiphon/converters'
import { escapeControls } from '@antiphon/core/wire'
import {
  exportOtlp,
  formatDamage,
  type Io,
  type ReadExport,
  type ReadExportOptions,
  readExportSource,
  readResource,
} from '@antiphon/host'
import {
  computeExportHeader,
  type ExportOptions,
  exportHtml,
  exportJson,
  exportMarkdown,
  exportTraining,
  type TrainingRefusal,
} from '@antiphon/transcript'
import { writePieces } from '../command-context.ts'
import type { ProgressBar } from '../terminal/progress-bar.ts'
import { convertSession } from './convert-session.ts'
import type { SessionExport } from './export-summary.ts'
import { createFileSink, createStdoutSink, type OutputSink } from './output-sink.ts'
import type { ExportFormat } from './plan-outputs.ts'

type RunExportOptions = ExportOptions &
  Omit<ReadExportOptions, 'onProgress'> & {
    readonly io: Io
    readonly bar: ProgressBar
    readonly format: ExportFormat
    readonly mayReplace: boolean
    /** Whether telemetry tells what was said. */
    readonly hasContent: boolean
  }

export type PlannedExport = { readonly path: string; readonly out: string | null }

export type DoneExport = { readonly result: SessionExport; readonly damage: string }

/** Exports sessions one after another; neighbours that go to the same place are written there together. */
export async function runExport(
  planned: readonly PlannedExport[],
  options: RunExportOptions,
): Promise<readonly DoneExport[]> {
  const done: DoneExport[] = []
  for (const { out, paths } of groupByPlace(planned)) {
    const sink = out === null ? createStdoutSink(options.io) : await createFileSink(out, options)
    try {
      const group: DoneExport[] = []
      for (const path of paths) group.push(await exportOne({ path, out }, sink, options))
      const isEmpty = group.every(({ result }) => result.status === 'refused')
      await (isEmpty ? sink.discard() : sink.finish())
      done.push(...group)
    } catch (error) {
      await sink.discard()
      throw error
    }
  }
  return done
}

type Place = { readonly out: string | null; readonly paths: string[] }

function groupByPlace(planned: readonly PlannedExport[]): readonly Place[] {
  const places: Place[] = []
  for (const { path, out } of planned) {
    const last = places.at(-1)
    if (last && last.out === out) last.paths.push(path)
    else places.push({ out, paths: [path] })
  }
  return places
}

async function exportOne(
  { path, out }: PlannedExport,
  sink: OutputSink,
  options: RunExportOptions,
): Promise<DoneExport> {
  const read = await readExportSource(path, { ...options, onProgress: options.bar.update })
  const { refusals = [], losses = [] } = await writeSession(read, sink, { ...options, path })
  const { file, source } = read
  const status = refusals.length > 0 ? 'refused' : 'exported'
  const { session, counts } = computeExportHeader(source)
  return {
    result: {
      name: file.name,
      session,
      status,
      out: status === 'refused' ? null : out,
      messages: counts.messages,
      subagents: counts.subagents,
      damagedLines: file.damage.length,
      redactions: source.redactions,
      refusals,
      losses,
    },
    damage: formatDamage(file),
  }
}

/** What writing found: why a session is no training data, or what another library's messages do not hold of it. */
type WrittenSession = {
  readonly refusals?: readonly TrainingRefusal[]
  readonly losses?: readonly ConversionLoss[]
}

async function writeSession(
  { source, redactions }: ReadExport,
  sink: OutputSink,
  options: RunExportOptions & Pick<PlannedExport, 'path'>,
): Promise<WrittenSession> {
  const { format, bar, io } = options
  bar.update(0, null, 'writing')
  switch (format) {
    case 'md':
      await clearAndWrite(exportMarkdown(source, options))
      return {}
    case 'html':
      await clearAndWrite(exportHtml(source, { ...options, report: redactions }))
      return {}
    case 'json':
      await clearAndWrite(escapeAll(exportJson(source, options)))
      return {}
    case 'training': {
      const outcome = exportTraining(source.conversation.messages)
      if (outcome.status === 'refused') return { refusals: outcome.refusals }
      await clearAndWrite([escapeControls(outcome.text)])
      return {}
    }
    case 'otlp': {
      const { hasContent, path } = options
      const attributes = readResource(io.env)
      await clearAndWrite(
        exportOtlp(source, { hasContent, root: dirname(dirname(dirname(resolve(path)))), attributes }),
      )
      return {}
    }
    default: {
      const { pieces, losses } = convertSession(source.conversation.messages, { ...options, format })
      await clearAndWrite(pieces)
      return { losses }
    }
  }

  // The bar and the export may go to the same terminal.
  async function clearAndWrite(pieces: Iterable<string>): Promise<void> {
    await bar.clear()
    await writePieces(io, sink, pieces)
  }
}

function* escapeAll(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield escapeControls(piece)
}
