import { resolve } from 'node:path'
import { createAttachmentMessage, createSystemMessage } from '@antiphon/core'
import type { NestedMemory } from '../memory/create-nested-memory.ts'
import type { AfterCall } from '../query/query-context.ts'

type TellNestedMemoryOptions = {
  readonly memory: NestedMemory
  readonly cwd: string
  readonly mayRead: (path: string) => boolean
}

/** Where a call read or changed a file whose folder has instructions of its own, they follow its result. */
export function tellNestedMemory({ memory, cwd, mayRead }: TellNestedMemoryOptions): AfterCall {
  return async call => {
    const path = call.isError ? undefined : FILE_FIELDS.map(field => call.input[field]).find(isText)
    if (path === undefined) return { messages: [] }
    // Instructions that cannot be read take nothing from the result.
    const attachments = await memory.collect(resolve(cwd, path), mayRead).catch(() => [])
    const left = memory
      .takeProblems()
      .map(({ path, what }) => createSystemMessage(`${path}: ${what}.`, 'warning'))
    return { messages: [...attachments.map(createAttachmentMessage), ...left] }
  }
}

/** Tools of servers name no file of ours under these names by accident: what is not there is not found. */
const FILE_FIELDS = ['file_path', 'notebook_path']

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
