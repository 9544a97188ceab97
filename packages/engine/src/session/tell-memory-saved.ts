import { basename } from 'node:path'
import { createMemorySavedMessage } from '@antiphon/core'
import type { AfterCall, AnsweredCall } from '../query/query-context.ts'

/** Where a call wrote a memory file, a message behind its result says so. */
export async function tellMemorySaved(call: AnsweredCall): ReturnType<AfterCall> {
  const path = WRITERS.has(call.toolName) && !call.isError ? call.input.file_path : undefined
  const isSaved = typeof path === 'string' && isMemoryFile(path)
  return { messages: isSaved ? [createMemorySavedMessage([path])] : [] }
}

const WRITERS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit'])

/** True for a file that later sessions are told at their beginning. */
function isMemoryFile(path: string): boolean {
  return MEMORY_NAMES.has(basename(path)) || MEMORY_FOLDER.test(path)
}

const MEMORY_NAMES: ReadonlySet<string> = new Set(['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md'])
const MEMORY_FOLDER = /[\\/]\.claude[\\/](?:rules|memory)[\\/].*\.md$/
