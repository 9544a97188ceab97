import { resolve } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { decidePermission, openRegularFile, readFully } from '@antiphon/engine'
import type { HeadlessSession } from '../headless-session.ts'
import { type Control, readText } from './control.ts'

/** The beginning of a file, as far as the agent's own Read could see it without asking. */
export const readFileControl: Control = async (session, request) => {
  const path = resolve(session.agent.cwd, readText(request, 'path'))
  checkMayRead(session, path)
  const opened = await openRegularFile(path)
  if ('refusal' in opened) throw new Error(opened.refusal)
  try {
    const limit = toLimit(request.max_bytes)
    // A byte more tells whether there is more, also of a file that says it has none.
    const bytes = await readFully(opened.handle, Buffer.alloc(limit + 1), 0)
    const shown = bytes.subarray(0, limit)
    return {
      ...(request.encoding === 'base64' ? { ...inBase64(shown) } : inText(shown)),
      absPath: path,
      ...(bytes.length > limit && { truncated: true }),
    }
  } finally {
    await opened.handle.close()
  }
}

/** Throws where the agent itself would have to ask, or must not look. */
export function checkMayRead({ agent }: HeadlessSession, path: string): void {
  const request = {
    toolName: 'Read',
    input: { file_path: path },
    access: { kind: 'read', paths: [path] },
    isReadOnly: true,
  } as const
  const decision = decidePermission(request, agent.engine.permissions())
  if (decision.behavior !== 'allow') throw new Error(`${path} may not be read here: ${decision.reason}`)
}

const MAX_BYTES = 1024 * 1024
const LARGEST_BYTES = 16 * 1024 * 1024

function toLimit(wished: unknown): number {
  if (wished === undefined || wished === null) return MAX_BYTES
  if (typeof wished === 'number' && Number.isInteger(wished) && wished > 0)
    return Math.min(wished, LARGEST_BYTES)
  throw new Error('read_file needs max_bytes, a positive whole number')
}

function inBase64(bytes: Buffer): JsonObject {
  return { contents: bytes.toString('base64'), encoding: 'base64' }
}

function inText(bytes: Buffer): JsonObject {
  const contents = bytes.toString('utf8')
  return { contents, lossy: !Buffer.from(contents, 'utf8').equals(bytes) }
}
