import { isObject } from '@antiphon/contract'
import { readArray, readNumber, readString } from '../message/read-field.ts'
import { formatSize } from './format-size.ts'
import { oneLine } from './one-line.ts'

/** What a call is about, on one line of at most 100 code points that is safe to print; any name, any input. */
export function toolCallTitle(name: string, input: unknown): string {
  const label = oneLine(toLabel(name), 60) || 'tool'
  const detail = describe(name, input)
  // A detail may be megabytes of a file: only its head can reach the line.
  return detail === undefined ? label : oneLine(`${label}: ${oneLine(detail, 100)}`, 100)
}

type Describe = (input: unknown) => string | undefined

const path: Describe = input => readString(input, 'file_path', 'filePath', 'path', 'absolute_path')
const taskId: Describe = input => readString(input, 'task_id', 'taskId', 'bash_id', 'shell_id', 'agentId')

const TITLES: Readonly<Record<string, Describe>> = {
  Bash: input => join(readString(input, 'command'), isTrue(input, 'run_in_background') && '(in background)'),
  Read: input => join(path(input), lineRange(input)),
  Write: input => join(path(input), contentSize(input)),
  Edit: input => join(path(input), isTrue(input, 'replace_all') && '(every occurrence)'),
  MultiEdit: input => join(path(input), `(${count(readArray(input, 'edits'), 'edit')})`),
  NotebookEdit: input =>
    join(readString(input, 'notebook_path'), readString(input, 'edit_mode'), cell(input)),
  Glob: input => join(readString(input, 'pattern'), within(input)),
  Grep: input =>
    join(readString(input, 'pattern'), within(input), readString(input, 'glob', 'include', 'type')),
  LS: path,
  TodoWrite: todos,
  Task: agent,
  Agent: agent,
  WebFetch: input => readString(input, 'url'),
  WebSearch: input => readString(input, 'query'),
  Skill: input => join(readString(input, 'skill', 'command'), readString(input, 'args')),
  ToolSearch: input => readString(input, 'query'),
  AskUserQuestion: questions,
  EnterPlanMode: () => undefined,
  ExitPlanMode: input => readString(input, 'plan'),
  Snip: input => `${count([...readArray(input, 'ids'), ...readArray(input, 'message_ids')], 'message')}`,
  TaskOutput: taskId,
  AgentOutputTool: taskId,
  BashOutput: taskId,
  KillShell: taskId,
  KillBash: taskId,
  TaskStop: taskId,
  TaskGet: taskId,
  TaskList: () => undefined,
  TaskCreate: input => readString(input, 'subject', 'description'),
  TaskUpdate: input => join(taskId(input), readString(input, 'status')),
  SendMessage: input =>
    join(readString(input, 'to', 'recipient'), readString(input, 'summary', 'message', 'content')),
  LSP: input => join(readString(input, 'operation'), path(input), line(input)),
  ReadMcpResourceTool: input => join(readString(input, 'server'), readString(input, 'uri')),
}

function describe(name: string, input: unknown): string | undefined {
  // Names come from the model: `constructor` must not find what objects inherit.
  const known = Object.hasOwn(TITLES, name) ? TITLES[name] : undefined
  return known ? known(input) : firstShortFields(input)
}

function toLabel(name: string): string {
  const [prefix, server, ...tool] = name.split('__')
  return prefix === 'mcp' && server && tool.length > 0 ? `${server}/${tool.join('__')}` : name
}

const SHORT_FIELD = 60
const FIELDS_SHOWN = 3

function firstShortFields(input: unknown): string | undefined {
  if (isText(input)) return input
  if (!isObject(input)) return undefined
  const texts = Object.values(input).filter(isText)
  const short = texts.filter(text => text.length <= SHORT_FIELD).slice(0, FIELDS_SHOWN)
  return short.length > 0 ? short.join(', ') : texts[0]
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function join(...parts: readonly (string | false | undefined)[]): string | undefined {
  const heads = parts.filter(part => typeof part === 'string').map(part => oneLine(part, 100))
  return heads.length > 0 ? heads.join(' ') : undefined
}

function isTrue(input: unknown, field: string): boolean {
  return isObject(input) && input[field] === true
}

function count(list: readonly unknown[], noun: string): string {
  return `${list.length} ${noun}${list.length === 1 ? '' : 's'}`
}

function within(input: unknown): string | false {
  const folder = readString(input, 'path')
  return folder !== undefined && `in ${oneLine(folder, 60)}`
}

function lineRange(input: unknown): string | undefined {
  const offset = readNumber(input, 'offset')
  const limit = readNumber(input, 'limit')
  if (offset === undefined && limit === undefined) return undefined
  const first = offset ?? 1
  return limit === undefined ? `(from line ${first})` : `(lines ${first}-${first + limit - 1})`
}

function contentSize(input: unknown): string | undefined {
  const content = isObject(input) ? input.content : undefined
  return typeof content === 'string' ? `(${formatSize(content.length)})` : undefined
}

function cell(input: unknown): string | undefined {
  const number = readNumber(input, 'cell_number')
  return number === undefined ? readString(input, 'cell_id') : `cell ${number}`
}

function line(input: unknown): string | undefined {
  const number = readNumber(input, 'line')
  return number === undefined ? undefined : `line ${number}`
}

function todos(input: unknown): string | undefined {
  const items = readArray(input, 'todos')
  const done = items.filter(item => readString(item, 'status') === 'completed').length
  const active = items.find(item => readString(item, 'status') === 'in_progress')
  return join(`${done} of ${items.length} done`, readString(active, 'activeForm', 'content'))
}

function agent(input: unknown): string | undefined {
  const type = readString(input, 'subagent_type')
  return join(
    readString(input, 'description', 'name', 'prompt'),
    type !== undefined && `(${oneLine(type, 40)})`,
  )
}

function questions(input: unknown): string | undefined {
  const list = readArray(input, 'questions')
  const first = readString(list[0], 'question') ?? readString(input, 'question')
  return join(first, list.length > 1 && `(and ${list.length - 1} more)`)
}
