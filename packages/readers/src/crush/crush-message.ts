import type { JsonObject } from '@antiphon/contract'
import type { EntryWriter } from '../entries/entry-writer.ts'
import { toImageBlock, toImageOf } from '../entries/image-block.ts'
import { asObject, parseJson, readCount, readObject, readString, readText } from '../json/fields.ts'
import { mapCall, renamed, shell, type ToolRules, todoList } from '../tools/tool-rule.ts'

/** A message as the database has it. */
export type CrushMessage = {
  readonly id: string
  readonly role: string
  readonly model: string
  readonly at: number
  readonly isSummary: boolean
  readonly parts: readonly JsonObject[]
}

export type CrushWork = {
  readonly write: EntryWriter
  /** Our names of calls that wait for their results. */
  readonly open: Map<string, string>
  /** Says what the call that is written next is called there. */
  readonly tool: (name: string) => void
}

const CRUSH_TOOLS: ToolRules = {
  bash: shell('command'),
  view: renamed('Read'),
  write: renamed('Write'),
  edit: renamed('Edit'),
  multiedit: renamed('MultiEdit'),
  grep: renamed('Grep'),
  glob: renamed('Glob'),
  ls: renamed('LS'),
  fetch: renamed('WebFetch'),
  web_search: renamed('WebSearch'),
  agent: renamed('Task'),
  todos: todoList('todos'),
}

/** Translates a message, part by part; parts of kinds that are not known pass untouched. */
export function readCrushMessage(message: CrushMessage, work: CrushWork): void {
  const { write } = work
  if (message.isSummary) {
    write.compaction(message.parts.map(part => readText(readObject(part, 'data'), 'text')).join(''))
    return
  }
  switch (message.role) {
    case 'user':
      readUser(message, work)
      return
    case 'assistant':
      for (const part of message.parts) readAnswerPart(part, message, work)
      return
    case 'tool':
      for (const part of message.parts) readResult(part, work)
      return
    case 'system':
      return
    default:
      write.unknown({ role: message.role, parts: [...message.parts] })
  }
}

function readUser({ parts }: CrushMessage, { write }: CrushWork): void {
  const said: JsonObject[] = []
  for (const part of parts) {
    const data = readObject(part, 'data')
    const text = readText(data, 'text')
    switch (part.type) {
      case 'text':
        // What the program goes on with by itself nobody typed.
        if (data.hidden === true) write.context(text)
        else if (text.trim() !== '') said.push({ type: 'text', text })
        break
      case 'image_url':
        said.push(toImageBlock(readText(data, 'url')))
        break
      case 'binary':
        said.push(toFileBlock(data))
        break
      case 'shell_command':
        writeShell(data, write)
        break
      case 'finish':
        break
      default:
        write.unknown(part)
    }
  }
  const [only] = said
  if (only) write.user(said.length === 1 && only.type === 'text' ? readText(only, 'text') : said)
}

function toFileBlock(data: JsonObject): JsonObject {
  const [type, bytes] = [readText(data, 'MIMEType'), readText(data, 'Data')]
  if (type.startsWith('image/') && bytes !== '') return toImageOf(type, bytes)
  return { type: 'text', text: `[file ${readString(data, 'Path') ?? type}]` }
}

/** A command that the person ran, as Claude Code stores one. */
function writeShell(data: JsonObject, write: EntryWriter): void {
  write.user(`<bash-input>${readText(data, 'command')}</bash-input>`)
  const output = readText(data, 'output')
  const isFailed = readCount(data, 'exit_code') !== 0
  const [out, error] = isFailed ? ['', output] : [output, '']
  write.user(`<bash-stdout>${out}</bash-stdout><bash-stderr>${error}</bash-stderr>`)
}

function readAnswerPart(part: JsonObject, { id: message }: CrushMessage, work: CrushWork): void {
  const { write, open, tool } = work
  const data = readObject(part, 'data')
  const id = `crush_${message}`
  switch (part.type) {
    case 'text': {
      const text = readText(data, 'text')
      if (text.trim() !== '') write.answer({ id, content: [{ type: 'text', text }] })
      return
    }
    case 'reasoning': {
      const thinking = readText(data, 'thinking')
      if (thinking.trim() !== '')
        write.answer({ id, content: [{ type: 'thinking', thinking, signature: '' }] })
      return
    }
    case 'tool_call': {
      const name = readString(data, 'name') ?? 'tool'
      const call = readText(data, 'id')
      const text = readText(data, 'input')
      const given = parseJson(text)
      const isObject = typeof given === 'object' && given !== null
      const mapped = mapCall(CRUSH_TOOLS, name, isObject || text === '' ? asObject(given) : { input: text })
      open.set(call, mapped.name)
      tool(name)
      write.answer({ id, content: [{ type: 'tool_use', id: call, ...mapped }] })
      tool('')
      return
    }
    case 'tool_result':
      readResult(part, work)
      return
    case 'finish':
      readFinish(data, write)
      return
    default:
      write.unknown(part)
  }
}

function readFinish(data: JsonObject, write: EntryWriter): void {
  const told = readString(data, 'message')
  if (data.reason === 'canceled') write.interruption()
  else if (told !== undefined) {
    const content = [told, readString(data, 'details')].filter(Boolean).join('\n')
    write.system('informational', { content, level: data.reason === 'error' ? 'error' : 'info' })
  }
}

/** A result whose call is not there passes untouched. */
function readResult(part: JsonObject, { write, open }: CrushWork): void {
  const data = readObject(part, 'data')
  const id = readText(data, 'tool_call_id')
  const name = open.get(id)
  if (part.type === 'finish') return
  if (part.type !== 'tool_result' || name === undefined) {
    write.unknown(part)
    return
  }
  open.delete(id)
  const text = readText(data, 'content')
  const [type, bytes] = [readText(data, 'mime_type'), readText(data, 'data')]
  const isPicture = type.startsWith('image/') && bytes !== ''
  write.result({
    id,
    content: isPicture ? [{ type: 'text', text: text || '[image]' }, toImageOf(type, bytes)] : text,
    isError: data.is_error === true,
    told: name === 'Bash' ? { stdout: text, stderr: '', interrupted: false } : undefined,
  })
}
