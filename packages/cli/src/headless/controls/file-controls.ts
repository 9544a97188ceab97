import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { JsonObject } from '@antiphon/core'
import { createReadFilter } from '@antiphon/engine'
import type { Controls } from './control.ts'
import { readText } from './control.ts'

/** Files of the session. */
export const fileControls: Controls = {
  async rewind_files({ agent }, request) {
    const result = await agent.engine.rewindFiles(readText(request, 'user_message_id'), {
      dryRun: request.dry_run === true,
    })
    // A result is JSON.
    return result as unknown as JsonObject
  },
  /** As the agent's own Read: what rules forbid is not there. */
  async read_file({ agent }, request) {
    const path = resolve(agent.parts.cwd, readText(request, 'path'))
    const mayRead = createReadFilter('Read', agent.engine.permissions())
    if (!mayRead(path)) throw new Error(`${path} may not be read here`)
    const limit = typeof request.max_bytes === 'number' ? request.max_bytes : MAX_BYTES
    const { size } = await stat(path)
    const bytes = await readFile(path)
    const encoding = request.encoding === 'base64' ? 'base64' : 'utf8'
    return { contents: bytes.subarray(0, limit).toString(encoding), size, truncated: size > limit }
  },
}

const MAX_BYTES = 512 * 1024
