import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, encodeEntry } from '@antiphon/core'
import { generateTurn } from '../generated-session.ts'

/** How much stands between two answers: as much as in real logs, or next to nothing. */
export type Density = 'corpus-like' | 'dense'

const TREE_BYTES = 500_000_000
const PROJECTS = 25
const SESSIONS_A_DAY = 12
const DAY_MS = 24 * 60 * 60 * 1000
const FIRST_DAY = Date.UTC(2026, 0, 5)

/**
 * Writes sessions of mixed length until the tree has 500 MB, each answer on as many lines as it has blocks; gives the
 * number of sessions.
 */
export function writeTree(home: string, density: Density): number {
  let size = 0
  let session = 0
  for (; size < TREE_BYTES; session++) {
    const folder = join(home, '.claude', 'projects', `-home-dev-project-${session % PROJECTS}`)
    mkdirSync(folder, { recursive: true })
    const descriptor = openSync(join(folder, `${session.toString(16).padStart(8, '0')}-5c09.jsonl`), 'w')
    const turns = session % 10 === 0 ? 600 : 40
    for (let turn = 0; turn < turns; turn++)
      size += writeSync(descriptor, generateLines({ session, turn, density }))
    closeSync(descriptor)
  }
  return session
}

type Place = { readonly session: number; readonly turn: number; readonly density: Density }

/** Results as tools store them beside what the model reads: with them, answers lie as far apart as in the corpus. */
const RESULT_TEXT = Array.from(
  { length: 230 },
  (_, line) => `${line + 1}→  const value${line} = compute(${line})`,
).join('\n')

function generateLines({ session, turn, density }: Place): string {
  const envelope = {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: `/home/dev/project-${session % PROJECTS}`,
    sessionId: `${session}`,
    version: '2.1.229',
    gitBranch: 'main',
  }
  const day = FIRST_DAY + Math.floor(session / SESSIONS_A_DAY) * DAY_MS
  return generateTurn(turn)
    .flatMap((message, part): readonly object[] => {
      const timestamp = new Date(day + turn * 60_000 + part * 1000).toISOString()
      if (message.type === 'user') {
        const hasFile = density === 'corpus-like' && typeof message.message.content !== 'string'
        const toolUseResult = { type: 'text', file: { content: RESULT_TEXT, originalFile: RESULT_TEXT } }
        return [{ ...envelope, ...message, timestamp, ...(hasFile && { toolUseResult }) }]
      }
      const { content, ...answer } = message.message
      const id = `${answer.id}_${session}`
      return content.map((block, index) => ({
        ...envelope,
        message: {
          model: answer.model,
          id,
          type: 'message',
          role: 'assistant',
          content: [block],
          stop_reason: null,
          stop_sequence: null,
          usage: toUsage(turn, index),
        },
        requestId: `req_${id}`,
        type: 'assistant',
        uuid: `${message.uuid}-${index}`,
        timestamp,
      }))
    })
    .map(entry => encodeEntry(entry as Entry))
    .join('')
}

function toUsage(turn: number, line: number): object {
  return {
    input_tokens: 3 + (turn % 5),
    cache_creation_input_tokens: 900 + turn,
    cache_read_input_tokens: 20_000 + turn * 300,
    output_tokens: 1 + line * 80,
    service_tier: 'standard',
    cache_creation: { ephemeral_5m_input_tokens: 900 + turn, ephemeral_1h_input_tokens: 0 },
  }
}
