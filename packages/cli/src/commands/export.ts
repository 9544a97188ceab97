import { basename, dirname, join } from 'node:path'
import { type ForeignFormat, MESSAGE_CONVERTERS } from '@antiphon/converters'
import { safeJson } from '@antiphon/core/wire'
import {
  EXIT_CODES,
  findSession,
  findStoreUrl,
  type Io,
  noteStoreAction,
  SESSION_ARGUMENT,
} from '@antiphon/host'
import { type Command, Option } from 'commander'
import { type CommandContext, writeLines } from '../command-context.ts'
import { computeExportSummary, formatExportSummary } from '../export/export-summary.ts'
import { type ExportFormat, planOutputs } from '../export/plan-outputs.ts'
import { type DoneExport, runExport } from '../export/run-export.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'

type ExportCommandOptions = {
  readonly format?: Exclude<ExportFormat, 'training'>
  readonly training?: true
  readonly out?: string
  readonly force?: true
  readonly redact: boolean
  readonly thinking: boolean
  readonly subagents: boolean
  readonly allBranches?: true
  readonly wholeOutput?: true
  readonly content?: true
  readonly json?: true
}

/** `antiphon export SESSION…`: sessions as files to read, to process or to train on, without their secrets. */
export function addExportCommand(program: Command, { io, finish }: CommandContext): void {
  program
    .command('export')
    .summary('a session as HTML, Markdown, JSON or training data, without its secrets')
    .description(
      'Writes sessions as one HTML file or as Markdown to read, as JSON to process, or as training data. The HTML file ' +
        'needs nothing beside it and runs no script. Keys, tokens and passwords are ' +
        'replaced by [redacted:…], and counted on stderr. Training data holds exactly what the model read, a line a ' +
        'session; one whose tool results are lost or made up is refused, which ends with 1. As the messages of another ' +
        'library (JSON) a session is what the model reads of it, and as ai-sdk what the log holds; what that library has no ' +
        'place for is told on stderr. As otlp it is traces of OpenTelemetry and what they came to, a message of OTLP a line: ' +
        'turns, requests to models and calls, without what was said unless --content asks for it; told again, nothing is ' +
        'there twice, since its ids are made of the session.',
    )
    .argument('<session...>', SESSION_ARGUMENT)
    .addOption(
      new Option(
        '--format <name>',
        `html, md or json, the messages of another library, or otlp (default: by the name of --out, else md)`,
      ).choices(['html', 'md', 'json', ...LIBRARIES, 'otlp']),
    )
    .addOption(
      new Option('--training', 'JSON Lines of {"messages": […]}').conflicts([
        'format',
        'allBranches',
        'thinking',
      ]),
    )
    .option('-o, --out <path>', 'a file, or a folder for a file a session (default: standard output)')
    .option('--force', 'replace files that exist')
    .option('--no-redact', 'keep secrets as they are')
    .option('--no-thinking', 'leave out what the model thought')
    .option('--no-subagents', 'leave out what subagents did')
    .option('--whole-output', 'also the middle of long outputs of tools, in HTML and Markdown')
    .option('--content', 'in otlp also what was said, called and returned')
    .option('--all-branches', 'also what the conversation left behind')
    .option('--json', 'print what was done as JSON: on stdout with --out, else on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (sessions: readonly string[], options: ExportCommandOptions) => {
      const format = chooseFormat(options)
      const done = await exportSessions(sessions, { ...options, format }, io)
      const summary = computeExportSummary(
        format,
        done.map(({ result }) => result),
      )
      if (options.json)
        await (options.out === undefined ? io.stderr : io.stdout).write(`${safeJson(summary, 2)}\n`)
      else {
        await io.stderr.write(done.map(({ damage }) => damage).join(''))
        await writeLines(io, io.stderr, formatExportSummary(summary))
      }
      if (summary.refused > 0) finish(EXIT_CODES.problemFound)
    })
}

const LIBRARIES = Object.keys(MESSAGE_CONVERTERS) as ForeignFormat[]

function chooseFormat({ training, format, out }: ExportCommandOptions): ExportFormat {
  if (training) return 'training'
  if (format) return format
  if (out && /\.html?$/i.test(out)) return 'html'
  return out?.endsWith('.json') ? 'json' : 'md'
}

/** `project/session`, as everywhere in the audit log. */
function toSessionName(path: string): string {
  return join(basename(dirname(path)), basename(path, '.jsonl'))
}

type ChosenOptions = Omit<ExportCommandOptions, 'format'> & { readonly format: ExportFormat }

async function exportSessions(
  sessions: readonly string[],
  options: ChosenOptions,
  io: Io,
): Promise<readonly DoneExport[]> {
  const paths: string[] = []
  for (const session of sessions) paths.push((await findSession(session, io)).path)
  if (findStoreUrl(io) !== null)
    for (const path of paths)
      await noteStoreAction({ what: 'export', session: toSessionName(path), detail: options.format }, io)
  const outs = await planOutputs({ paths, format: options.format, out: options.out })
  const bar = createProgressBar(io.stderr, 'Exporting')
  try {
    return await runExport(
      paths.map((path, index) => ({ path, out: outs[index] ?? null })),
      {
        format: options.format,
        isRedacted: options.redact,
        hasThinking: options.thinking,
        hasBranches: options.allBranches === true,
        hasWholeOutput: options.wholeOutput === true,
        hasSubagents: options.subagents,
        mayReplace: options.force === true,
        hasContent: options.content === true,
        bar,
        io,
      },
    )
  } finally {
    await bar.clear()
  }
}

const EXAMPLES = `
Examples:
  antiphon export session.jsonl > session.md
  antiphon export 0c97beba --out session.html    one file to send to somebody
  antiphon export 0c97beba --format json --out session.json
  antiphon export 0c97beba --format openai-chat > messages.json
  antiphon export 0c97beba --format otlp > session.otlp.jsonl    for a collector, see docs/telemetry.md
  antiphon export a.jsonl b.jsonl --out exported/
  antiphon export *.jsonl --training --out training.jsonl --json | jq '.sessions[].refusals'`
