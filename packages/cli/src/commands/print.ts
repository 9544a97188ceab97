import { type HeadlessFlags, type Io, type OutputFormat, ProgramError } from '@antiphon/host'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command-context.ts'
import type { RunCommand } from '../slash/capture.ts'
import { readPiped } from '../terminal/read-piped.ts'
import { addAgentFlags } from './add-agent-flags.ts'

type PrintFlags = HeadlessFlags & {
  readonly print?: string | true
  readonly inputFormat: 'text' | 'stream-json'
  readonly outputFormat: OutputFormat
  readonly verbose?: true
}

/** `antiphon -p PROMPT`: the agent without a window. One prompt, or many over stream-json from the program that drives it. */
export function createPrintCommand({ io, finish }: CommandContext, runCommand: RunCommand): Command {
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
      new Option('--output-format <format>', 'what is printed')
        .choices(['text', 'json', 'stream-json'])
        .default('text'),
    )
    .addOption(
      new Option('--input-format <format>', 'what standard input holds')
        .choices(['text', 'stream-json'])
        .default('text'),
    )
    .option('--include-partial-messages', 'with stream-json: print the answer also while it comes')
    .option('--replay-user-messages', 'with stream-json: print prompts, too, once they are taken up')
    .option('--verbose', 'with json: print all events instead of the result')
    .addHelpText('after', EXAMPLES)
  return addAgentFlags(command).action(async (argument: string | undefined, flags: PrintFlags) => {
    checkPromptTool(flags)
    const stop = new AbortController()
    io.onClosedOutput(() => stop.abort())
    io.signal.addEventListener('abort', () => stop.abort())
    if (io.signal.aborted) stop.abort()
    const isDriven = flags.inputFormat === 'stream-json'
    if (isDriven && flags.outputFormat !== 'stream-json')
      throw new ProgramError('wrong-use', '--input-format stream-json needs --output-format stream-json.')
    const content = isDriven ? '' : await readPrompt(argument, flags.print, io)
    // Loaded here, so that no other command waits for the engine and its clients.
    const { createHeadlessProgram, createHost, createHostOutput, longestHostLine, readHostFrames } =
      await import('@antiphon/host')
    const { createProgramCommands } = await import('../slash/create-program-commands.ts')
    const output = createHostOutput({
      format: flags.outputFormat,
      stdout: io.stdout,
      isVerbose: flags.verbose === true,
    })
    const host = createHost(output.write, longestHostLine(io.env))
    const program = createHeadlessProgram({
      ...{ flags, io, host, stop, isDriven },
      commands: createProgramCommands({ io, runCommand }),
      cwd: process.cwd(),
      explains: flags.outputFormat !== 'stream-json',
    })
    if (isDriven) for await (const frame of readHostFrames(io.stdin, stop.signal)) program.hear(frame)
    // What keeps it from being taken is told at the end.
    else void program.take({ content, asksForAnswer: true }).catch(() => undefined)
    host.leave()
    try {
      finish(await program.end())
    } finally {
      await output.end()
    }
  })
}

function checkPromptTool({ permissionPromptTool: tool, inputFormat }: PrintFlags): void {
  if (tool === undefined || tool.startsWith('mcp__')) return
  if (tool !== 'stdio')
    throw new ProgramError(
      'wrong-use',
      '--permission-prompt-tool takes stdio or an MCP tool, as mcp__server__tool.',
    )
  if (inputFormat !== 'stream-json')
    throw new ProgramError('wrong-use', '--permission-prompt-tool stdio needs --input-format stream-json.')
}

async function readPrompt(argument: string | undefined, print: PrintFlags['print'], io: Io): Promise<string> {
  if (typeof print === 'string' && argument !== undefined)
    throw new ProgramError(
      'wrong-use',
      `There are two prompts: "${print}" and "${argument}". Quote one of them as a whole.`,
    )
  const given = typeof print === 'string' ? print : argument
  const piped = io.stdin.isTTY === true ? '' : await readPiped(io, given === undefined)
  if (piped === null) await io.stderr.write(SILENT)
  const prompt = [piped?.trim() ?? '', given ?? ''].filter(part => part !== '').join('\n\n')
  if (prompt === '')
    throw new ProgramError(
      'wrong-use',
      'There is no prompt. Give one: antiphon -p "what does this project do?" (flags that take a list take every word up to the next flag).',
    )
  return prompt
}

const SILENT =
  'antiphon: nothing comes from standard input; going on without it (< /dev/null spares the wait).\n'

const EXAMPLES = `
Examples:
  antiphon -p "what does this project do?"
  git diff | antiphon -p "write a commit message for this"
  antiphon -p "run the tests and fix what fails" --permission-mode acceptEdits --allowedTools "Bash(npm test:*)"
  antiphon -c -p "and now add a test for it"
  antiphon -p "list the files" --output-format stream-json | antiphon stream

Claude Code's flags that mean nothing here are named on standard error and ignored.`
