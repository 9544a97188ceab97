import type { AnyMemoryAttachment } from '../../message/attachment-memory.ts'
import { firstTextOf, joinParagraphs, objectOf, objectsOf, textOf } from './read-field.ts'
import type { Renderers } from './renderer.ts'

/** What was written down for the model in earlier sessions or in the project's folders. */
export const MEMORY_RENDERERS: Renderers<AnyMemoryAttachment> = {
  memory: ({ content, path }) => renderMemory('Memory', path, content),
  nested_memory: ({ content, path, displayPath }) => {
    const file = objectOf(content)
    return renderMemory(
      'Instructions for this folder',
      firstTextOf(path, file.path, displayPath),
      file.content ?? content,
    )
  },
  relevant_memories: ({ memories }) =>
    joinParagraphs(
      objectsOf(memories).map(({ header, path, content }) =>
        textOf(header)
          ? textOf(content) && `${textOf(header)}\n${textOf(content)}`
          : renderMemory('Memory', path, content),
      ),
    ),
}

function renderMemory(what: string, path: unknown, content: unknown): string {
  return textOf(content) && `${what}${textOf(path) && ` (${textOf(path)})`}:\n${textOf(content)}`
}
