import { once } from 'node:events'
import { PLATFORMS, type Platform } from '@antiphon/core'
import {
  type Fault,
  parseShortFault,
  type ReplayModel,
  type SimulatedModel,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '@antiphon/simulator'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { chooseModel } from '../simulate/choose-model.ts'
import { formatRequestRecord } from '../simulate/format-request-record.ts'
import { createSimulationCounter, formatSimulationSummary } from '../simulate/format-summary.ts'
import { safeJson } from '../terminal/safe-json.ts'
import type { ColorChoice } from '../terminal/wants-color.ts'
import { addColorOption, type CommandContext, screenFor } from './command-context.ts'

type SimulateOptions = {
  readonly port: number
  readonly script?: string
  readonly replay?: string
  readonly fault: readonly Fault[]
  readonly chance?: number
  readonly seed?: number
  readonly apiKey?: string
  readonly platform: Platform
  readonly lenient?: true
  readonly without: readonly string[]
  readonly foreignThinking?: true
  readonly json?: true
  readonly color: ColorChoice
}

/** `antiphon simulate`: the Messages API on this machine, until Ctrl-C. */
export function addSimulateCommand(program: Command, { io }: CommandContext): void {
  const command = program
    .command('simulate')
    .summary('a strict Messages API on this machine')
    .description(
      'Runs a Messages API on 127.0.0.1 that refuses what the real one refuses, with its words, and shows each request. The model behind it is a small demo, a script, or a recorded session.',
    )
    .option('--port <n>', 'where to listen; 0 takes a free port', parsePort, 8787)
    .option('--script <file>', 'answer with the replies in a JSON file')
    .option('--replay <session>', 'answer as a recorded session did: a file or a session id')
    .option(
      '--fault <fault>',
      'let a request fail: 529, timeout=MS, cut-stream=BYTES, refusal, … (repeatable)',
      addFault,
      [],
    )
    .option(
      '--chance <p>',
      'let every request fail with this probability instead of the next ones',
      parseChance,
    )
    .option('--seed <n>', 'make ids and faults the same again', parseSeed)
    .option('--api-key <key>', 'take this key only')
    .addOption(
      new Option('--platform <name>', 'whose limits count')
        .choices(Object.keys(PLATFORMS))
        .default('anthropic'),
    )
    .option('--lenient', 'let contested rules pass')
    .option(
      '--without <rule>',
      'do not enforce a rule (repeatable)',
      (rule: string, list: string[]) => [...list, rule],
      [],
    )
    .option('--foreign-thinking', 'let thinking pass that the simulator did not sign')
    .option('--json', 'print each request as a line of JSON, and the summary as the last')
    .addHelpText('after', EXAMPLES)
  addColorOption(command).action(async (options: SimulateOptions) => {
    const { model, replay } = await chooseModel(options, io)
    const simulator = await listen(toSimulatorOptions(options, model))
    try {
      await watch({ simulator, replay, options, io })
    } finally {
      await simulator.close()
    }
  })
}

function toSimulatorOptions(options: SimulateOptions, model: SimulatedModel): SimulatorOptions {
  const chance =
    options.chance === undefined ? {} : { probability: options.chance, times: Number.POSITIVE_INFINITY }
  return {
    model,
    port: options.port,
    platform: options.platform,
    strict: options.lenient !== true,
    without: options.without,
    acceptsForeignThinking: options.foreignThinking === true,
    faults: options.fault.map(fault => ({ fault, ...chance })),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.apiKey !== undefined && { apiKey: options.apiKey }),
  }
}

async function listen(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await startSimulator(options)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause
    throw new CliError(
      'wrong-use',
      `Port ${options.port} is taken. Choose another with --port, or 0 for a free one.`,
      {
        cause,
      },
    )
  }
}

type Watch = {
  readonly simulator: Simulator
  readonly replay: ReplayModel | null
  readonly options: SimulateOptions
  readonly io: Io
}

/** Shows each request until the person ends it; that is how a server ends, so it is no failure. */
async function watch({ simulator, replay, options, io }: Watch): Promise<void> {
  const counter = createSimulationCounter(replay)
  const screen = screenFor(io, io.stdout, options.color)
  const print = (lines: readonly string[]): Promise<void> =>
    io.stdout.write(lines.map(line => `${line}\n`).join(''))
  await io.stderr.write(formatGreeting(simulator.url))
  const stopWatching = simulator.log.onRecord(record => {
    counter.add(record)
    void print(options.json ? [safeJson(record)] : formatRequestRecord(record, screen))
  })
  if (!io.signal.aborted) await once(io.signal, 'abort')
  stopWatching()
  await print(
    options.json ? [safeJson(counter.summary())] : formatSimulationSummary(counter.summary(), screen),
  )
}

function formatGreeting(url: string): string {
  return `The Messages API listens on ${url} (Ctrl-C ends it). Point a client at it:\n  ANTHROPIC_BASE_URL=${url} ANTHROPIC_API_KEY=any claude -p "list the files here"\n`
}

function parsePort(value: string): number {
  const port = Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

function parseChance(value: string): number {
  const chance = Number(value)
  if (chance >= 0 && chance <= 1) return chance
  throw new InvalidArgumentError('A probability is a number from 0 to 1.')
}

function parseSeed(value: string): number {
  const seed = Number(value)
  if (Number.isSafeInteger(seed)) return seed
  throw new InvalidArgumentError('A seed is a whole number.')
}

function addFault(value: string, list: readonly Fault[]): readonly Fault[] {
  const parsed = parseShortFault(value)
  if ('problem' in parsed) throw new InvalidArgumentError(`${parsed.problem}.`)
  return [...list, parsed.fault]
}

const EXAMPLES = `
A script is a JSON array, a reply a request: a text, or
  {"thinking": "…", "text": "…", "calls": [{"name": "Read", "input": {"file_path": "a.ts"}}], "delay": 200}

While it runs, a program can steer it below /_simulator/: GET and DELETE requests, POST and DELETE faults, GET and POST clock.

Examples:
  antiphon simulate
  antiphon simulate --script replies.json --fault 529 --fault cut-stream=500
  antiphon simulate --replay 3f2a91c0 --json > requests.jsonl
  curl -X POST http://127.0.0.1:8787/_simulator/faults -d '{"fault": {"kind": "error", "status": 429}, "times": 3}'`
