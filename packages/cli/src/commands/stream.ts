import { createStreamJsonParser, createTurnProgress } from '@antiphon/core'
import { type ParsedLine, safeJson } from '@antiphon/core/wire'
import { EXIT_CODES, type Io, openInput, ProgramError, STDIN } from '@antiphon/host'
import type { Command } from 'commander'
import { type CommandContext, colorOption, type OutputFlags, screenFor } from '../command-context.ts'
import { formatStatistics } from '../stream-json/format-statistics.ts'
import {
  createStreamCounter,
  formatStreamSummary,
  type StreamCounter,
} from '../stream-json/stream-summary.ts'
import { createStreamView } from '../stream-json/stream-view.ts'

type StreamOptions = OutputFlags & { readonly stats?: true }

/** `antiphon stream`: stream-json on standard input, watched while it runs. */
export function addStreamCommand(program: Command, { io, finish }: CommandContext): void {
  program
    .command('stream')
    .summary('watch stream-json from standard input')
    .description('Reads stream-json from standard input and shows what happens while it happens.')
    .option('--stats', 'print a table of what the stream held instead')
    .option('--json', 'print each step as a line of JSON, and the summary as the last')
    .addHelpText('after', EXAMPLES)
    .addOption(colorOption())
    .action(async (options: StreamOptions) => {
      if (io.stdin.isTTY)
        await io.stderr.write(
          'Reading stream-json from the terminal; pipe a program into it, or end with Ctrl-D.\n',
        )
      const counter = createStreamCounter()
      const printer = createPrinter(options, io, counter)
      const isInterrupted = await follow(io, counter, printer)
      if (isInterrupted) finish(EXIT_CODES.interrupted)
      else if (counter.summary().statistics.events === 0) throw new ProgramError('unreadable', NO_EVENTS)
      await io.stdout.write(printer.end())
    })
}

const NO_EVENTS =
  'standard input held no stream-json. Run claude with -p, --output-format stream-json and --verbose, and pipe it here.'

/** What is written of a stream; one for each way of looking at it. */
type StreamPrinter = {
  readonly line: (line: ParsedLine) => string
  readonly tick?: () => string
  readonly end: () => string
}

function createPrinter(options: StreamOptions, io: Io, counter: StreamCounter): StreamPrinter {
  const screen = () => screenFor(io, io.stdout, options.color)
  const toText = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('')
  if (options.stats) {
    const format = () =>
      options.json
        ? `${safeJson(counter.summary(), 2)}\n`
        : toText(formatStatistics(counter.summary(), screen()))
    return { line: () => '', end: format }
  }
  if (options.json) return createStepPrinter(counter)
  const view = createStreamView({ screen, isLive: io.stdout.isTerminal, now: Date.now })
  return {
    line: line => (line.kind === 'event' ? view.event(line.event) : view.badLine(line)),
    tick: view.tick,
    end: () => view.end() + toText(['', ...formatStreamSummary(counter.summary(), screen())]),
  }
}

/** Steps as lines of JSON: what the view shows, for programs. */
function createStepPrinter(counter: StreamCounter): StreamPrinter {
  const progress = createTurnProgress()
  return {
    line(line) {
      const steps = line.kind === 'event' ? progress.push(line.event) : [{ ...line, kind: 'bad-line' }]
      return steps.map(step => `${safeJson(step)}\n`).join('')
    },
    end: () => `${safeJson({ kind: 'summary', ...counter.summary() })}\n`,
  }
}

const TICK_MS = 120

/** Reads to the end, or until the person interrupts: then what was seen so far still counts. */
async function follow(io: Io, counter: StreamCounter, printer: StreamPrinter): Promise<boolean> {
  const parser = createStreamJsonParser()
  const timer = setInterval(() => void io.stdout.write(printer.tick?.() ?? ''), TICK_MS)
  const take = async (lines: readonly ParsedLine[]): Promise<void> => {
    for (const line of lines) {
      if (line.kind === 'event') counter.event(line.event)
      else counter.badLine(line)
      await io.stdout.write(printer.line(line))
    }
  }
  try {
    for await (const chunk of openInput(STDIN, io)) await take(parser.push(chunk))
    await take(parser.end())
    return false
  } catch (error) {
    if (error instanceof ProgramError && error.code === 'interrupted') return true
    throw error
  } finally {
    clearInterval(timer)
  }
}

const EXAMPLES = `
Examples:
  claude -p "fix the tests" --output-format stream-json --verbose | antiphon stream
  antiphon stream --stats < recording.jsonl
  antiphon stream --json < recording.jsonl | jq 'select(.kind == "tool-end")'`
