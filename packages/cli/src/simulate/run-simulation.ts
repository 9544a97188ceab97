import { once } from 'node:events'
import { type Platform, SIMULATOR_MODEL } from '@antiphon/contract'
import { safeJson } from '@antiphon/core/wire'
import type { Io } from '@antiphon/host'
import { ProgramError } from '@antiphon/host'
import {
  type Fault,
  parseShortFault,
  type ReplayModel,
  type SimulatedModel,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '@antiphon/simulator'
import { screenFor } from '../command-context.ts'
import type { ColorChoice } from '../terminal/wants-color.ts'
import { chooseModel } from './choose-model.ts'
import { formatRequestRecord } from './format-request-record.ts'
import { createSimulationCounter, formatSimulationSummary } from './format-summary.ts'

/** What a person asks of the simulator, as the flags of `antiphon simulate` say it. */
export type SimulationOptions = {
  readonly port: number
  readonly script?: string
  readonly replay?: string
  /** In their short form. */
  readonly fault: readonly string[]
  readonly chance?: number
  readonly seed?: number
  readonly apiKey?: string
  readonly platform: Platform
  readonly lenient?: true
  readonly without: readonly string[]
  readonly foreignThinking?: true
  /** Answers name the model that was asked for, and count as its answers. */
  readonly asAsked?: true
  readonly json?: true
  readonly color: ColorChoice
}

/** Runs a simulator until the person ends it, and shows each request. */
export async function runSimulation(options: SimulationOptions, io: Io): Promise<void> {
  const chosen = await chooseModel(options, io)
  const { replay } = chosen
  const model = nameModel(chosen.model, options)
  const simulator = await listen(toSimulatorOptions(options, model))
  try {
    await watch({ simulator, replay, options, io })
  } finally {
    await simulator.close()
  }
}

/** Who reads the log of a client should see that no model answered it. */
function nameModel(model: SimulatedModel, { asAsked }: SimulationOptions): SimulatedModel {
  const { name, answersAs = SIMULATOR_MODEL } = model
  const answer: SimulatedModel['answer'] = (request, turn) => model.answer(request, turn)
  return asAsked ? { name, answer } : { name, answersAs, answer }
}

function toSimulatorOptions(options: SimulationOptions, model: SimulatedModel): SimulatorOptions {
  const chance =
    options.chance === undefined ? {} : { probability: options.chance, times: Number.POSITIVE_INFINITY }
  return {
    model,
    port: options.port,
    platform: options.platform,
    strict: options.lenient !== true,
    without: options.without,
    acceptsForeignThinking: options.foreignThinking === true,
    faults: options.fault.map(fault => ({ fault: toFault(fault), ...chance })),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.apiKey !== undefined && { apiKey: options.apiKey }),
  }
}

function toFault(short: string): Fault {
  const parsed = parseShortFault(short)
  if ('problem' in parsed)
    throw new ProgramError(
      'wrong-use',
      `--fault ${short} cannot be read: ${parsed.problem}. See \`antiphon simulate --help\`.`,
    )
  return parsed.fault
}

async function listen(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await startSimulator(options)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause
    throw new ProgramError(
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
  readonly options: SimulationOptions
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
