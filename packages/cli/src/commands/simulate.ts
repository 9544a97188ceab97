import { PLATFORMS } from '@antiphon/contract'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type CommandContext, colorOption } from '../command-context.ts'
import type { SimulationOptions } from '../simulate/run-simulation.ts'

/** `antiphon simulate`: the Messages API on this machine, until Ctrl-C. */
export function addSimulateCommand(program: Command, { io }: CommandContext): void {
  program
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
      addOne,
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
    .option('--without <rule>', 'do not enforce a rule (repeatable)', addOne, [])
    .option('--foreign-thinking', 'let thinking pass that the simulator did not sign')
    .option(
      '--as-asked',
      'answers name the model that was asked for, so that clients count their cost as its cost',
    )
    .option('--json', 'print each request as a line of JSON, and the summary as the last')
    .addHelpText('after', EXAMPLES)
    .addOption(colorOption())
    .action(async (options: SimulationOptions) => {
      // Loaded here, so that no other command waits for the simulator.
      const { runSimulation } = await import('../simulate/run-simulation.ts')
      await runSimulation(options, io)
    })
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

function addOne(value: string, list: readonly string[]): readonly string[] {
  return [...list, value]
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
