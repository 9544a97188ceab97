import type { Entry } from '@antiphon/core'
import { findNearIds, findToolIds, listToolMentions } from '@antiphon/core/inspect'
import { oneLine, toolCallTitle } from '@antiphon/core/ui'
import type { Io } from '@antiphon/host'
import {
  type FoundSession,
  findSession,
  findSubagentFiles,
  type LoadedSession,
  ProgramError,
  readSession,
} from '@antiphon/host'

/** A log, and the one call in it that a person means. */
export type FoundCall = { readonly session: LoadedSession; readonly id: string }

/** Finds a call in a session or in the logs of its subagents; throws a `ProgramError` that names what is near. */
export async function findCall(argument: string, asked: string, io: Io): Promise<FoundCall> {
  const found: FoundSession = await findSession(argument, io)
  const session = await readSession(found.path, io)
  const own = findIds(session, asked)
  if (own.length > 0) return { session, id: chooseId(session, own, asked) }
  for (const path of await findSubagentFiles(found.path)) {
    const agent = await readSession(path, io).catch(() => null)
    const ids = agent ? findIds(agent, asked) : []
    if (agent && ids.length > 0) return { session: agent, id: chooseId(agent, ids, asked) }
  }
  throw new ProgramError('wrong-use', explainNothing(session, asked))
}

function findIds({ entries }: LoadedSession, asked: string): readonly string[] {
  return findToolIds(listIds(entries), asked)
}

function listIds(entries: readonly Entry[]): readonly string[] {
  const { calls, results } = listToolMentions(entries)
  return [...calls, ...results].map(({ id }) => id)
}

function chooseId({ entries, name }: LoadedSession, ids: readonly string[], asked: string): string {
  const [id, ...others] = ids
  if (id !== undefined && others.length === 0) return id
  const lines = listCandidates(entries, ids)
  throw new ProgramError(
    'wrong-use',
    `${ids.length} calls of ${name} have an id with ${asked}. Give more of it:\n${lines}`,
  )
}

function explainNothing({ entries, name }: LoadedSession, asked: string): string {
  const near = findNearIds(listIds(entries), asked)
  if (near.length === 0) return `${name} has no call of a tool.`
  return `${name} has no call ${oneLine(asked, 60)}. The nearest of ${near.length}:\n${listCandidates(entries, near)}`
}

const MAX_CANDIDATES = 5

function listCandidates(entries: readonly Entry[], ids: readonly string[]): string {
  const { calls } = listToolMentions(entries)
  const lines = ids.slice(0, MAX_CANDIDATES).map(id => {
    const block = calls.find(call => call.id === id)?.block
    const title = block ? toolCallTitle(String(block.name), block.input) : '(a result without its call)'
    return `  ${oneLine(id, 60)}  ${oneLine(title, 80)}`
  })
  return lines.join('\n')
}
