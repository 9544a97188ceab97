import type { ApiVersion, Platform } from '@antiphon/contract'
import { buildConversation } from '@antiphon/core'
import type { PlanWish } from '@antiphon/core/api'
import { readPlanWish, STEP_HELP } from '@antiphon/core/inspect'
import { stripControl } from '@antiphon/core/ui'
import { safeJson } from '@antiphon/core/wire'
import {
  EXIT_CODES,
  findSession,
  formatDamage,
  formatLogRepairs,
  type Io,
  ProgramError,
  readSession,
  SESSION_ARGUMENT,
} from '@antiphon/host'
import { type Command, Option } from 'commander'
import {
  type CommandContext,
  colorOption,
  type OutputFlags,
  printResult,
  screenFor,
  writeLines,
} from '../command-context.ts'
import { type ApiReport, computeApiReport } from '../request/compute-api-report.ts'
import { formatRepairs, formatTrial, formatViolations } from '../request/format-findings.ts'
import type { Screen } from '../terminal/screen.ts'

type ApiOptions = OutputFlags & {
  readonly model?: string
  readonly platform: Platform
  readonly apiVersion?: ApiVersion
  readonly check?: true
  readonly repairs?: true
  readonly without?: readonly string[]
  readonly order?: string
}

const PLATFORM_NAMES: readonly Platform[] = ['anthropic', 'bedrock', 'vertex']
const API_VERSIONS: readonly ApiVersion[] = ['2023-06-01', '2026-10-21']

/** `antiphon api SESSION`: the request that would be sent for a session, and how it differs from what is stored. */
export function addApiCommand(program: Command, { io, finish }: CommandContext): void {
  program
    .command('api')
    .summary('the request that would be sent for a session')
    .description(
      'Prints the request to the Messages API that would be sent for a stored session, from its last compaction on. ' +
        'What was changed on the way is told on stderr. A log holds neither system prompt nor tools, so the request has none.',
    )
    .argument('<session>', SESSION_ARGUMENT)
    .option('--model <id>', 'the model to send it to (default: the one that answered last)')
    .addOption(
      new Option('--platform <name>', 'who serves the model').choices(PLATFORM_NAMES).default('anthropic'),
    )
    .addOption(new Option('--api-version <date>', 'version of the API').choices(API_VERSIONS))
    .option('--check', 'check the contract for what is stored and for what would be sent')
    .option('--repairs', 'print the report of changes instead of the request')
    .option('--without <step>', 'leave a step out; may be said again', addName)
    .option('--order <steps>', 'these steps, as A,B, take their places in this order')
    .option('--json', 'print everything as one JSON object: request, repairs, violations')
    .addHelpText('after', EXAMPLES)
    .addOption(colorOption())
    .action(async (argument: string, options: ApiOptions) => {
      const wish = readWish(options)
      const { path } = await findSession(argument, io)
      const session = await readSession(path, io)
      const conversation = buildConversation(session.entries, { offsets: session.offsets })
      const report = computeApiReport(conversation, {
        platform: options.platform,
        wish,
        ...(options.model !== undefined && { model: options.model }),
        ...(options.apiVersion !== undefined && { apiVersion: options.apiVersion }),
      })
      await io.stderr.write(
        formatDamage(session) +
          formatLogRepairs(session, conversation.report) +
          warnUnknownModel(report, options.model),
      )
      await printReport(report, options, io)
      if (options.check && report.violations.request.length > 0) finish(EXIT_CODES.problemFound)
    })
}

function addName(name: string, names: readonly string[] = []): readonly string[] {
  return [...names, ...name.split(',')]
}

function readWish({ without = [], order = '' }: ApiOptions): PlanWish | undefined {
  const names = order.split(',').map(name => name.trim())
  const wish = readPlanWish({ without, order: names.filter(name => name !== '') })
  if (wish && 'reason' in wish) throw new ProgramError('wrong-use', wish.reason)
  return wish
}

async function printReport(report: ApiReport, options: ApiOptions, io: Io): Promise<void> {
  if (options.json || options.check || options.repairs)
    return printResult(io, options, {
      value: report,
      format: screen => (options.check ? formatCheck(report, screen) : formatRepairs(report.repairs, screen)),
    })
  await io.stdout.write(`${safeJson(report.request, 2)}\n`)
  const notes = screenFor(io, io.stderr, options.color)
  await writeLines(io, io.stderr, formatRepairs(report.repairs, notes))
  await writeLines(io, io.stderr, formatTrial(report, notes))
}

function formatCheck(report: ApiReport, screen: Screen): readonly string[] {
  return [...formatTrial(report, screen), ...formatViolations(report, screen)]
}

function warnUnknownModel(report: ApiReport, asked: string | undefined): string {
  const { isModelKnown, sessionModel, target } = report
  if (!isModelKnown)
    return `Nothing is known of the model ${stripControl(target.model)}; the limits of a recent model are assumed.\n`
  if (asked !== undefined || sessionModel === undefined || sessionModel === target.model) return ''
  return `Nothing is known of ${stripControl(sessionModel)}, which answered last; ${target.model} is assumed. Choose with --model.\n`
}

const EXAMPLES = `
${STEP_HELP}

Examples:
  antiphon api 350d4477 --check
  antiphon api session.jsonl > request.json
  antiphon api session.jsonl --check --platform bedrock
  antiphon api 350d4477 --check --without pairToolResults      what that step is for
  antiphon api 350d4477 --check --order resultsFirst,pairToolResults
  antiphon api session.jsonl --json | jq '.repairs[].rule' | sort | uniq -c`
