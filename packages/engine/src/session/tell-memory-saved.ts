import { basename } from 'node:path'
import { createMemorySavedMessage } from '@antiphon/core'
import type { QueryHooks } from '../query/query-context.ts'

/** The same hook; where a call wrote a memory file, a message behind its result says so. */
export function tellMemorySaved(afterCall: QueryHooks['afterCall']): QueryHooks['afterCall'] {
  return async call => {
    const outcome = await afterCall(call)
    const path = WRITERS.has(call.toolName) && !call.isError ? call.input.file_path : undefined
    if (typeof path !== 'string' || !isMemoryFile(path)) return outcome
    return { ...outcome, messages: [...outcome.messages, createMemorySavedMessage([path])] }
  }
}

const WRITERS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit'])

/** True for a file that later sessions are told at their beginning. */
function isMemoryFile(path: string): boolean {
  return MEMORY_NAMES.has(basename(path)) || MEMORY_FOLDER.test(path)
}

const MEMORY_NAMES: ReadonlySet<string> = new Set(['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md'])
const MEMORY_FOLDER = /[\\/]\.claude[\\/](?:rules|memory)[\\/].*\.md$/
