import { buildConversation } from '@antiphon/core'
import { findSession, type Io, readSession } from '@antiphon/host'
import { type Calendar, computeContextHistory } from '@antiphon/search'
import { type OutputFlags, printResult } from '../command-context.ts'
import { formatContextHistory } from './format-context-history.ts'

const DETAILED_ROWS = 16

/** Prints how full the context of a session was. */
export async function runContext(
  argument: string,
  options: OutputFlags & { readonly calendar: Calendar },
  io: Io,
): Promise<void> {
  const { path } = await findSession(argument, io)
  const { entries, name } = await readSession(path, io)
  const { messages } = buildConversation(entries)
  const history = computeContextHistory(messages, options.json ? {} : { detailed: DETAILED_ROWS })
  if (!options.json && history.points.length === 0)
    return io.stderr.write(`${name} has no answer with usage.\n`)
  return printResult(io, options, {
    value: history,
    format: screen => formatContextHistory(history, options.calendar, screen),
  })
}
