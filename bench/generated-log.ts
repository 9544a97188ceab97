import { randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { type Entry, encodeEntry } from '@antiphon/core'
import { generateTurn } from './generated-session.ts'

/** How a long session is made: so many bytes in all, compacted whenever the context was full. */
export type LogShape = {
  readonly bytes: number
  /** What is read again when it goes on: the bytes behind the last boundary. */
  readonly liveBytes: number
  /** Bytes between two boundaries. */
  readonly windowBytes: number
  /** Where the session was; a folder that nobody has unless told. */
  readonly cwd?: string
}

/** Writes a session as Claude Code lays it out, a turn at a time; gives the number of its compactions. */
export function writeLog(path: string, { bytes, liveBytes, windowBytes, cwd }: LogShape): number {
  const descriptor = openSync(path, 'w')
  const session = createSession(cwd ?? ENVELOPE.cwd)
  let compactions = 0
  let size = 0
  let sinceBoundary = 0
  const write = (entries: readonly Entry[]): void => {
    const text = entries.map(encodeEntry).join('')
    size += writeSync(descriptor, text)
    sinceBoundary += text.length
  }
  const lastBoundary = bytes - liveBytes
  while (size < lastBoundary) {
    write(session.nextTurn())
    if (sinceBoundary < windowBytes && size < lastBoundary) continue
    sinceBoundary = 0
    compactions++
    write(session.compact())
  }
  while (size < bytes) write(session.nextTurn())
  closeSync(descriptor)
  return compactions
}

const KEPT = 6

function createSession(cwd: string): {
  readonly nextTurn: () => readonly Entry[]
  readonly compact: () => readonly Entry[]
} {
  let turn = 0
  let parentUuid: string | null = null
  let recent: string[] = []

  function link(entry: Readonly<Record<string, unknown>> & { readonly uuid: string }): Entry {
    const linked = { parentUuid, isSidechain: false, ...ENVELOPE, cwd, ...entry }
    parentUuid = entry.uuid
    recent = [...recent, entry.uuid].slice(-KEPT)
    return linked
  }

  return {
    nextTurn: () =>
      generateTurn(turn++).map(({ type, message, uuid, timestamp }) => {
        const isResult = type === 'user' && typeof message.content !== 'string'
        return link({
          type,
          message: isResult ? { ...message, content: withText(message.content) } : message,
          uuid,
          timestamp,
          // A tool's own form of its result: the larger part of real files.
          ...(isResult && {
            toolUseResult: { type: 'text', file: { content: FILE_TEXT, originalFile: FILE_TEXT } },
          }),
        })
      }),
    compact() {
      const logicalParentUuid = parentUuid
      const uuids = recent
      const [boundary, summary] = [`boundary-${turn}`, `summary-${turn}`]
      parentUuid = null
      const preservedMessages = { anchorUuid: summary, uuids, allUuids: uuids }
      return [
        link({
          type: 'system',
          subtype: 'compact_boundary',
          content: 'Conversation compacted',
          logicalParentUuid,
          compactMetadata: { trigger: 'auto', preTokens: 160_000, preservedMessages },
          uuid: boundary,
        }),
        link({
          type: 'user',
          isCompactSummary: true,
          message: { role: 'user', content: SUMMARY },
          uuid: summary,
        }),
      ]
    },
  }
}

function withText(content: readonly object[]): readonly object[] {
  return content.map(block => ({ ...block, content: FILE_TEXT }))
}

/** The session that is written. */
export const SESSION_ID = '350d4477-5c09-4e94-8c8b-afd2616c048e'

const ENVELOPE = {
  userType: 'external',
  cwd: '/home/dev/project',
  sessionId: SESSION_ID,
  version: '2.1.229',
  gitBranch: 'main',
}
const FILE_TEXT = Array.from(
  { length: 60 },
  (_, line) => `${line + 1}→  const value${line} = compute(${line})`,
).join('\n')
const SUMMARY = `This session is being continued.\n${randomBytes(3000).toString('hex')}`
