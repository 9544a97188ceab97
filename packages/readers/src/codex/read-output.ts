import { isObject, type JsonObject } from '@antiphon/contract'
import { toImageBlock } from '../entries/image-block.ts'
import { parseJson, readList, readString, readText } from '../json/fields.ts'

/** What a call gave, and with which code its command ended where anything tells it. */
export type CallOutput = {
  readonly content: string | readonly JsonObject[]
  readonly exitCode?: number
  /** What the command printed, without the words around it. */
  readonly printed: string
}

/** Codex writes the end of a command into the text: as a head of some lines, or as JSON around it. */
export function readOutput(output: unknown): CallOutput {
  if (Array.isArray(output)) {
    const blocks = output.flatMap(toBlock)
    const text = blocks.map(block => readText(block, 'text')).join('')
    return { content: blocks, ...readHead(text) }
  }
  const text = typeof output === 'string' ? output : (JSON.stringify(output ?? '') ?? '')
  const wrapped = text.startsWith('{') ? parseJson(text) : undefined
  if (isObject(wrapped) && typeof wrapped.output === 'string' && isObject(wrapped.metadata)) {
    const { exit_code: exitCode } = wrapped.metadata
    return {
      content: wrapped.output,
      printed: wrapped.output,
      ...(typeof exitCode === 'number' && { exitCode }),
    }
  }
  return { content: text, ...readHead(text) }
}

function readHead(text: string): { readonly printed: string; readonly exitCode?: number } {
  const end = text.indexOf(OUTPUT)
  if (end === -1 || end > LONGEST_HEAD) return { printed: text }
  const code = EXIT.exec(text.slice(0, end))?.[1]
  return { printed: text.slice(end + OUTPUT.length), ...(code !== undefined && { exitCode: Number(code) }) }
}

const OUTPUT = 'Output:\n'
const LONGEST_HEAD = 400
const EXIT = /^(?:Process exited with code|Exit code:) (-?\d+)$/m

/** The blocks of a message of Codex. */
export function toBlock(part: unknown): readonly JsonObject[] {
  const url = readString(part, 'image_url')
  if (url !== undefined) return [toImageBlock(url)]
  const text = readText(part, 'text')
  return text === '' ? [] : [{ type: 'text', text }]
}

/** The words of a message of Codex. */
export function readWords(content: unknown): string {
  if (typeof content === 'string') return content
  return readList({ content }, 'content')
    .map(part => readText(part, 'text'))
    .filter(text => text !== '')
    .join('\n')
}
