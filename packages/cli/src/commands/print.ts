import { text } from 'node:stream/consumers'
import type { TurnResult } from '@antiphon/engine'
import { Command, Option } from 'commander'
import { type AgentFlags, addAgentFlags } from '../agent/agent-flags.ts'
import type { OpenAgent } from '../agent/open-agent.ts'
import { CliError, EXIT_CODES, type ExitCode } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { safeJson } from '../terminal/safe-json.ts'

type PrintOptions = AgentFlags & { readonly print: string | true; readonly outputFormat: 'text' | 'json' }

/** True for a command line that talks to the agent: `antiphon -p …`, as `claude -p …`. */
export function isPrint(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some(argument => /^(?:-p|--print)(?:=|$)/.test(argument))
}

/** `antiphon -p PROMPT`: one turn of the agent, its answer on standard output. */
export function createPrintCommand(io: Io, finish: (code: ExitCode) => void): Command {
  const command = new Command('antiphon -p')
    .description(
      'Asks the agent and prints its answer. It works in this folder with its tools, and keeps the session.',
    )
    .option(
      '-p, --print [prompt]',
      'the prompt; standard input is read where there is none, or put before it',
    )
    .argument('[prompt]', 'the prompt, where it does not stand behind -p')
    .addOption(
      new Option('--output-format <format>', 'what is printed').choices(['text', 'json']).default('text'),
    )
    .option('--verbose', 'accepted for scripts; text says what it has to say anyway')
    .addHelpText('after', EXAMPLES)
  return addAgentFlags(command).action(async (argument: string | undefined, options: PrintOptions) => {
    const prompt = await readPrompt(typeof options.print === 'string' ? options.print : argument, io)
    // Loaded here, so that no other command waits for the engine and its clients.
    const { openAgent } = await import('../agent/open-agent.ts')
    const agent = await openAgent({ flags: options, io, cwd: process.cwd(), ask: null })
    try {
      for (const problem of agent.problems) await io.stderr.write(`antiphon: ${problem}\n`)
      if (agent.provider.name.startsWith('demo'))
        await io.stderr.write(`antiphon: talking to the ${agent.provider.name}.\n`)
      const result = await runTurn(agent, prompt, io)
      await io.stdout.write(
        options.outputFormat === 'json' ? `${safeJson(toJson(agent, result))}\n` : `${result.text}\n`,
      )
      finish(await explainEnd(result, io))
    } finally {
      await agent.close()
    }
  })
}

async function readPrompt(given: string | undefined, io: Io): Promise<string> {
  const piped = io.stdin.isTTY === true ? '' : (await text(io.stdin)).trim()
  const prompt = [piped, given ?? ''].filter(part => part !== '').join('\n\n')
  if (prompt === '')
    throw new CliError('wrong-use', 'There is no prompt. Give one: antiphon -p "what does this project do?"')
  return prompt
}

/** Ctrl-C interrupts the turn; what was said until then is stored. */
async function runTurn({ engine }: OpenAgent, prompt: string, io: Io): Promise<TurnResult> {
  const interrupt = (): void => engine.interrupt()
  io.signal.addEventListener('abort', interrupt)
  const turn = engine.submit(prompt)
  try {
    for (let step = await turn.next(); ; step = await turn.next()) if (step.done) return step.value
  } finally {
    io.signal.removeEventListener('abort', interrupt)
  }
}

function toJson(
  { sessionId, model }: OpenAgent,
  { end, text: result, turns, durationMs, usage, denials }: TurnResult,
): object {
  return {
    type: 'result',
    subtype:
      end.reason === 'completed'
        ? 'success'
        : end.reason === 'max-turns'
          ? 'error_max_turns'
          : 'error_during_execution',
    is_error: end.reason !== 'completed',
    result,
    session_id: sessionId,
    model,
    num_turns: turns,
    duration_ms: durationMs,
    usage,
    permission_denials: denials,
  }
}

async function explainEnd({ end, denials }: TurnResult, io: Io): Promise<ExitCode> {
  for (const { tool_name } of denials)
    await io.stderr.write(
      `antiphon: a call of ${tool_name} was refused; allow it with --allowedTools or --permission-mode.\n`,
    )
  switch (end.reason) {
    case 'completed':
      return EXIT_CODES.ok
    case 'interrupted':
      return EXIT_CODES.interrupted
    case 'max-turns':
      await io.stderr.write(`antiphon: stopped after ${end.turns} turns (--max-turns).\n`)
      return EXIT_CODES.problemFound
    default:
      await io.stderr.write(`antiphon: ${end.detail}\n`)
      return EXIT_CODES.problemFound
  }
}

const EXAMPLES = `
Examples:
  antiphon -p "what does this project do?"
  git diff | antiphon -p "write a commit message for this"
  antiphon -p "run the tests and fix what fails" --permission-mode acceptEdits --allowedTools "Bash(npm test:*)"
  antiphon -c -p "and now add a test for it"`
