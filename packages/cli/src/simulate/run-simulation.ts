import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type Platform, SIMULATOR_MODEL } from '@antiphon/contract'
import { buildConversation } from '@antiphon/core'
import { safeJson } from '@antiphon/core/wire'
import { findSession, type Io, ProgramError, readSession } from '@antiphon/host'
import {
  createDemoModel,
  createReplayModel,
  createScriptModel,
  type Fault,
  parseScript,
  parseShortFault,
  type ReplayModel,
  type SimulatedModel,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '@antiphon/simulator'
import { type OutputFlags, screenFor } from '../command-context.ts'
import {
  createSimulationCounter,
  formatRequestRecord,
  formatSimulationSummary,
} from './format-request-record.ts'

/** What a person asks of the simulator, as the flags of `antiphon simulate` say it. */
export type SimulationOptions = OutputFlags & {
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

type ModelChoice = { readonly script?: string; readonly replay?: string }

/** The model behind the API, and the replay if it is one, whose differences are told at the end. */
async function chooseModel(
  { script, replay }: ModelChoice,
  io: Io,
): Promise<{ readonly model: SimulatedModel; readonly replay: ReplayModel | null }> {
  if (script !== undefined && replay !== undefined)
    throw new ProgramError('wrong-use', 'Choose either --script or --replay: one of them is the model.')
  if (script !== undefined) return { model: createScriptModel(await readReplies(script)), replay: null }
  if (replay === undefined) return { model: createDemoModel(), replay: null }
  const { path } = await findSession(replay, io)
  const { entries, offsets } = await readSession(path, io)
  const model = createReplayModel(buildConversation(entries, { offsets }))
  if (model.progress().all === 0)
    throw new ProgramError('unreadable', `${path} holds no answer of a model; there is nothing to replay.`)
  return { model, replay: model }
}

async function readReplies(file: string): Promise<Parameters<typeof createScriptModel>[0]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ProgramError('unreadable', `${file} cannot be read. Check the path of the script.`, { cause })
  })
  const parsed = parseScript(text)
  if ('problem' in parsed)
    throw new ProgramError(
      'unreadable',
      `${file} is no script: ${parsed.problem}. See \`antiphon simulate --help\`.`,
    )
  return parsed.replies
}
