import type { JsonObject, JsonValue } from '@antiphon/contract'
import { asObject, parseJson, readList, readString, readText } from '../json/fields.ts'

/** A call in the words of our own tools, so that it is shown as the story that it is. */
export type MappedCall = { readonly name: string; readonly input: JsonObject }

/** How one tool of an agent is called here. */
export type ToolRule = (input: JsonObject) => MappedCall

export type ToolRules = Readonly<Record<string, ToolRule>>

/** The call as our tool of that kind; a tool without a rule stays what it is. */
export function mapCall(rules: ToolRules, name: string, input: JsonObject): MappedCall {
  // Names come from models: `constructor` must not find what objects inherit.
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  return rule ? rule(input) : { name, input }
}

/** A tool of ours whose fields have other names there; all other fields stay. */
export function renamed(name: string, fields: Readonly<Record<string, string>> = {}): ToolRule {
  return input => {
    const mapped: Record<string, JsonValue> = {}
    const taken = new Set(Object.values(fields))
    for (const [ours, theirs] of Object.entries(fields)) {
      const { [theirs]: value } = input
      if (value !== undefined) mapped[ours] = value
    }
    for (const [field, value] of Object.entries(input))
      if (value !== undefined && !taken.has(field) && !(field in mapped)) mapped[field] = value
    return { name, input: mapped }
  }
}

/** A command of the shell, given as one text or as a list of words. */
export function shell(field = 'command'): ToolRule {
  return input => {
    const { [field]: value, ...rest } = input
    return { name: 'Bash', input: { command: toCommand(value), ...rest } }
  }
}

/** Words as one line: what a shell was asked to run where the words begin with one. */
export function toCommand(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  const words = value.filter(word => typeof word === 'string')
  const [program = '', flag = '', script] = words
  if (words.length === 3 && SHELL.test(program) && FLAG.test(flag) && script !== undefined) return script
  return words.map(quoteWord).join(' ')
}

const SHELL = /(?:^|\/)(?:ba|z|da)?sh$/
const FLAG = /^-[a-z]*c$/

function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** A list of tasks, whose texts and states have other names in every agent. */
export function todoList(field: string): ToolRule {
  return input => {
    const list = typeof input[field] === 'string' ? parseJson(readText(input, field)) : input[field]
    const todos = readList({ list }, 'list').map(item => ({
      ...asObject(item),
      content: readString(item, 'content', 'step', 'description', 'title', 'task_description', 'text') ?? '',
      status: toTodoStatus(readString(item, 'status')),
    }))
    const { [field]: _, ...rest } = input
    return { name: 'TodoWrite', input: { todos, ...rest } }
  }
}

function toTodoStatus(status: string | undefined): string {
  if (status === undefined) return 'pending'
  if (/^(?:completed|done)$/i.test(status)) return 'completed'
  return /progress|active/i.test(status) ? 'in_progress' : 'pending'
}
