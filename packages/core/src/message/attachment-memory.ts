/** What was written down for the model in earlier sessions or in the project's folders. */
export type AnyMemoryAttachment = MemoryAttachment | NestedMemoryAttachment | RelevantMemoriesAttachment

export type MemoryAttachment = {
  readonly type: 'memory'
  readonly content: string
  readonly path?: string
}

/** A CLAUDE.md of a folder below the working directory, found when something there was touched. */
export type NestedMemoryAttachment = {
  readonly type: 'nested_memory'
  readonly path: string
  readonly content: MemoryFile
  readonly displayPath?: string
}

export type MemoryFile = {
  readonly type?: string
  readonly path: string
  readonly content: string
  readonly contentDiffersFromDisk?: boolean
}

export type RelevantMemoriesAttachment = {
  readonly type: 'relevant_memories'
  readonly memories: readonly RelevantMemory[]
}

export type RelevantMemory = {
  readonly path: string
  readonly content: string
  readonly mtimeMs?: number
  readonly header?: string
  readonly limit?: number
}
