import { buildConversation } from '@antiphon/core'
import { safeJson } from '@antiphon/core/wire'
import type { Io } from '@antiphon/host'
import { findSession, readSession } from '@antiphon/host'
import { type Calendar, computeContextHistory } from '@antiphon/search'
import { screenFor, writeLines } from '../command-context.ts'
import { formatContextHistory } from './format-context-history.ts'
import type { UsageOptions } from './run-usage.ts'

const DETAILED_ROWS = 16

/** Prints how full the context of a session was. */
export async function runContext(
  argument: string,
  { json, color, calendar }: Pick<UsageOptions, 'json' | 'color'> & { readonly calendar: Calendar },
  io: Io,
): Promise<void> {
  const { path } = await findSession(argument, io)
  const { entries, name } = await readSession(path, io)
  const { messages } = buildConversation(entries)
  const history = computeContextHistory(messages, json ? {} : { detailed: DETAILED_ROWS })
  if (json) return io.stdout.write(`${safeJson(history, 2)}\n`)
  if (history.points.length === 0) return io.stderr.write(`${name} has no answer with usage.\n`)
  return writeLines(io, io.stdout, formatContextHistory(history, calendar, screenFor(io, io.stdout, color)))
}
