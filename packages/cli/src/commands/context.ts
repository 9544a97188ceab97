import { addContext, parseContext } from '@antiphon/core'
import { type ParsedContext, renderReference } from '@antiphon/core/context'
import { stripControl } from '@antiphon/core/ui'
import { safeJson } from '@antiphon/core/wire'
import { openInput, SESSION_ARGUMENT, STDIN } from '@antiphon/host'
import { parseDate } from '@antiphon/search'
import { type Command, InvalidArgumentError } from 'commander'
import {
  type CommandContext,
  colorOption,
  type OutputFlags,
  parsePositive,
  printResult,
} from '../command-context.ts'
import { type ReferenceFlag, readReferenceFlags } from '../references/read-reference-flags.ts'
import { type ContextStatsOptions, runContextStats, STATS_LIMIT } from '../references/run-context-stats.ts'
import { formatTable } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'

/** `antiphon context`: the quote block that tells the model what a person attached. */
export function addContextCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('context')
    .summary('what was attached to prompts: count it, or parse and render its block')
    .description(
      'Counts what people attached to prompts, takes the context block at the head of a prompt apart, or writes one.',
    )
  addStatsCommand(command, context)
  addParseCommand(command, context)
  addRenderCommand(command, context)
}

function addStatsCommand(parent: Command, { io }: CommandContext): void {
  parent
    .command('stats')
    .description(
      'Counts what people attached to their prompts, which and how often: in all sessions, or in those that you name.',
    )
    .argument('[sessions...]', SESSION_ARGUMENT)
    .option(
      '--after <date>',
      'only prompts of this time or later: 2026-11-15, or an age such as 7d',
      parseTime,
    )
    .option('--before <date>', 'only earlier prompts', parseTime)
    .option('--project <text>', 'only where this is part of the folder')
    .option('--limit <n>', `at most n lines (default: ${STATS_LIMIT})`, parsePositive)
    .option('--json', 'print the whole report as JSON')
    .addHelpText('after', STATS_EXAMPLES)
    .addOption(colorOption())
    .action((sessions: readonly string[], options: ContextStatsOptions) =>
      runContextStats(sessions, options, io),
    )
}

function parseTime(value: string): number {
  const time = parseDate(value, Date.now())
  if (time !== undefined) return time
  throw new InvalidArgumentError('Write 2026-11-15, 2026-11-15T08:00, or an age such as 7d.')
}

type ParseOptions = OutputFlags

function addParseCommand(parent: Command, { io }: CommandContext): void {
  parent
    .command('parse')
    .description('Takes the context block off the head of a prompt.')
    .argument('[file]', 'a text file, or - for standard input', STDIN)
    .option('--json', 'print references and text as JSON')
    .addHelpText('after', PARSE_EXAMPLES)
    .addOption(colorOption())
    .action(async (file: string, options: ParseOptions) => {
      const decoder = new TextDecoder()
      let prompt = ''
      for await (const chunk of openInput(file, io)) prompt += decoder.decode(chunk, { stream: true })
      const parsed = parseContext((prompt + decoder.decode()).replaceAll('\r\n', '\n'))
      if (!options.json && parsed.references.length === 0)
        await io.stderr.write('There is no context block at the head of this text.\n')
      await printResult(io, options, { value: parsed, format: screen => formatContext(parsed, screen) })
    })
}

type RenderOptions = { readonly prompt?: string; readonly json?: true }

function addRenderCommand(parent: Command, { io }: CommandContext): void {
  const command = parent
    .command('render')
    .description('Writes the context block for what you name, in the order in which you name it.')
    .option('--prompt <text>', 'the prompt that follows the block')
    .option('--json', 'print text and references as JSON')
    .addHelpText('after', RENDER_EXAMPLES)
  const flags: ReferenceFlag[] = []
  for (const [name, [argument, description]] of Object.entries(REFERENCE_FLAGS)) {
    command.option(`--${name}${argument === '' ? '' : ` <${argument}>`}`, description)
    command.on(`option:${name}`, (value: string | null) => flags.push({ name, value: value ?? '' }))
  }
  command.action(async (options: RenderOptions) => {
    const contexts = readReferenceFlags(flags)
    const text = addContext(options.prompt ?? '', contexts)
    if (options.json) return io.stdout.write(`${safeJson({ text, contexts }, 2)}\n`)
    return io.stdout.write(text === '' || text.endsWith('\n') ? text : `${text}\n`)
  })
}

/** What was found at the head of a prompt, then the prompt itself. */
function formatContext({ references, text }: ParsedContext, { palette }: Screen): string[] {
  const rows = references.map(reference => [
    { text: reference.type, style: palette.cyan },
    { text: stripControl(renderReference(reference)) },
  ])
  const words = stripControl(text).split('\n')
  if (words.at(-1) === '') words.pop()
  return rows.length === 0 ? words : [...formatTable({ rows, align: 'll' }), '', ...words]
}

const REFERENCE_FLAGS: Readonly<Record<string, readonly [argument: string, description: string]>> = {
  file: ['path', 'a file'],
  web: ['url', 'a page on the web'],
  title: ['text', '… its title'],
  folder: ['path', 'a folder'],
  count: ['n', '… how many files it has'],
  symbol: ['name', 'a symbol in the code'],
  kind: ['kind', '… FUNCTION (assumed), CLASS, …'],
  at: ['file:line', '… where it stands'],
  terminal: ['lines', 'output of the terminal, so many lines'],
  failed: ['', '… of a command that failed'],
  problems: ['count', 'so many problems that the editor reports'],
  severity: ['level', '… ERROR, WARNING, …'],
  git: ['what', 'DIFF, COMMIT, …'],
  selection: ['', 'what is selected in the editor'],
  workspace: ['', 'the whole workspace'],
}

const STATS_EXAMPLES = `
Examples:
  antiphon context stats
  antiphon context stats 350d4477
  antiphon context stats --after 30d --json | jq -r '.rows[] | [.times, .kind, .label] | @tsv'
  antiphon search context:file lamp.ts          the prompts themselves`

const PARSE_EXAMPLES = `
Examples:
  antiphon context parse prompt.md
  pbpaste | antiphon context parse --json`

const RENDER_EXAMPLES = `
Examples:
  antiphon context render --file src/lamp.ts --web https://example.org --title Lights
  antiphon context render --symbol tick --at src/lamp.ts:6 --prompt "Is this right?"`
