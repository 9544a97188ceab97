import type { Io } from '@antiphon/host'
import { writeLines } from '../command-context.ts'
import { createScreen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/text-width.ts'

/** Writes what a person should know beside the result; on a terminal no word is cut at its edge. */
export async function writeNotes(io: Io, notes: readonly string[]): Promise<void> {
  const { width } = createScreen({ output: io.stderr, env: io.env, choice: 'never' })
  const lines = io.stderr.isTerminal ? notes.flatMap(note => wrapText(note, width)) : notes
  await writeLines(io, io.stderr, lines)
}
