import { stripControl } from '@antiphon/core/ui'
import { EXIT_CODES, exitCodeOf, ProgramError } from '@antiphon/host'
import { createProcessIo } from './process-io.ts'
import { run } from './run.ts'

const interruption = new AbortController()

/** How long a reader has for what was written before a signal came. */
const LAST_WORDS_MS = 3_000
/** How long an end may take at most; supervisors kill after that themselves. */
const LONGEST_END_MS = 15_000

process.on('SIGINT', () => {
  // Who presses it twice does not want to wait for a summary.
  if (interruption.signal.aborted) process.exit(EXIT_CODES.interrupted)
  interruption.abort('SIGINT')
})
// Supervisors send it again and again; what is being made durable must not be hurried by that.
process.on('SIGTERM', () => {
  interruption.abort('SIGTERM')
  // Whatever still hangs then, hangs for ever.
  setTimeout(() => process.exit(EXIT_CODES.terminated), LONGEST_END_MS).unref()
})

void main()

async function main(): Promise<void> {
  try {
    const code = await run(process.argv.slice(2), createProcessIo(interruption.signal))
    // One that was set meanwhile tells of an output that could not be written.
    process.exitCode ??= code
  } catch (error) {
    const isExpected = error instanceof ProgramError
    if (!isExpected || error.code !== 'interrupted') process.stderr.write(`antiphon: ${describe(error)}\n`)
    process.exitCode = isExpected ? exitCodeOf(error) : EXIT_CODES.wrongUse
  }
  if (interruption.signal.reason === 'SIGTERM') process.exitCode = EXIT_CODES.terminated
  // A reader that stands still must not keep a process alive that was told to end.
  if (interruption.signal.aborted) setTimeout(() => process.exit(), LAST_WORDS_MS).unref()
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ProgramError) return stripControl(message)
  return `something went wrong that should not: ${stripControl(message)}. Please report it with the command that you ran.`
}
