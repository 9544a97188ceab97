import { setImmediate } from 'node:timers/promises'
import type { Io, Output } from '@antiphon/host'
import { type ExitCode, ProgramError } from '@antiphon/host'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { createScreen, type Screen } from './terminal/screen.ts'
import { COLOR_CHOICES, type ColorChoice } from './terminal/wants-color.ts'

/** What every command is given. */
export type CommandContext = {
  readonly io: Io
  /** Sets the exit code of a command that did its work and found something. */
  readonly finish: (code: ExitCode) => void
}

/** Adds `--color`. */
export function addColorOption(command: Command): Command {
  const option = new Option('--color <when>', 'colour the output').choices(COLOR_CHOICES).default('auto')
  return command.addOption(option)
}

/** The screen that an output is, coloured as the person asked. */
export function screenFor({ env }: Io, output: Output, choice: ColorChoice): Screen {
  return createScreen({ output, env, choice })
}

/** A whole number of at least one, or an error that says so. */
export function parsePositive(value: string): number {
  const number = Number(value)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a whole number above zero.')
}

/** Writes lines in pieces that are worth a system call; waits where the reader is slow, stops where the person interrupts. */
export async function writeLines({ signal }: Io, output: Output, lines: Iterable<string>): Promise<void> {
  let pending = ''
  for (const line of lines) {
    pending += `${line}\n`
    if (pending.length < PIECE_UNITS) continue
    await output.write(pending)
    pending = ''
    // A terminal takes everything at once, and signals are only heard between two turns of the event loop.
    await setImmediate()
    if (signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
  }
  if (pending !== '') await output.write(pending)
}

const PIECE_UNITS = 32_768
