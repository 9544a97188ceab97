import { stripControl } from '@antiphon/core'
import { CliError, EXIT_CODES, exitCodeOf } from './cli-error.ts'
import { createProcessIo } from './process-io.ts'
import { run } from './run.ts'

const interruption = new AbortController()

process.on('SIGINT', () => {
  // Who presses it twice does not want to wait for a summary.
  if (interruption.signal.aborted) process.exit(EXIT_CODES.interrupted)
  interruption.abort()
})

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader went away, as `head` does: there is nobody left to tell.
  if (error.code === 'EPIPE') process.exit(EXIT_CODES.ok)
  process.stderr.write(`antiphon: cannot write the output (${error.code}).\n`)
  process.exit(EXIT_CODES.wrongUse)
})
process.stderr.on('error', () => {})

try {
  process.exitCode = await run(process.argv.slice(2), createProcessIo(interruption.signal))
} catch (error) {
  const isExpected = error instanceof CliError
  if (!isExpected || error.code !== 'interrupted') process.stderr.write(`antiphon: ${describe(error)}\n`)
  process.exitCode = isExpected ? exitCodeOf(error) : EXIT_CODES.wrongUse
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof CliError) return stripControl(message)
  return `something went wrong that should not: ${stripControl(message)}. Please report it with the command that you ran.`
}
