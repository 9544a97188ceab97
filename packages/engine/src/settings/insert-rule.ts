import { isObject } from '@antiphon/contract'
import { parseTolerantJson, toPlainJson } from '../text/parse-tolerant-json.ts'

/** The lists of `permissions` that grow while a session runs. */
export type RuleList = 'allow' | 'deny' | 'ask' | 'additionalDirectories'

/** The text of a settings file with a rule more, everything else as it was, comments too; or why that cannot be. */
export function insertRule(
  text: string,
  { list, rule }: { readonly list: RuleList; readonly rule: string },
): { readonly text: string } | { readonly problem: string } {
  const parsed = parseTolerantJson(text)
  if ('problem' in parsed) return parsed
  if (!isObject(parsed.value)) return { problem: 'the file holds no object' }
  const permissions = parsed.value.permissions ?? {}
  if (!isObject(permissions)) return { problem: 'permissions is no object' }
  const rules = permissions[list] ?? []
  if (!Array.isArray(rules)) return { problem: `permissions.${list} is no list` }
  if (rules.includes(rule)) return { text }
  return { text: insertText(text.trim() === '' ? '{}\n' : text, { list, rule }) }
}

function insertText(text: string, { list, rule }: { list: RuleList; rule: string }): string {
  const root = findContainer(toPlainJson(text), 0)
  const permissions = root.fields.get('permissions')
  const unit = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  if (permissions === undefined)
    return addItem(text, root, {
      depth: 1,
      unit,
      item: `"permissions": ${show({ [list]: [rule] }, 1, unit)}`,
    })
  const group = findContainer(toPlainJson(text), permissions)
  const rules = group.fields.get(list)
  if (rules === undefined)
    return addItem(text, group, { depth: 2, unit, item: `"${list}": ${show([rule], 2, unit)}` })
  return addItem(text, findContainer(toPlainJson(text), rules), {
    depth: 3,
    unit,
    item: JSON.stringify(rule),
  })
}

/** Where a list or an object begins, where its last item ends, and where the values of its fields begin. */
type Container = {
  readonly start: number
  readonly lastEnd: number | null
  readonly fields: Map<string, number>
}

type Addition = { readonly depth: number; readonly unit: string; readonly item: string }

function addItem(text: string, { start, lastEnd }: Container, { depth, unit, item }: Addition): string {
  const indent = `\n${unit.repeat(depth)}`
  if (lastEnd !== null) return `${text.slice(0, lastEnd)},${indent}${item}${text.slice(lastEnd)}`
  const rest = text.slice(start + 1)
  const close = /^\s*[\]}]/.test(rest) ? `\n${unit.repeat(depth - 1)}${rest.trimStart()}` : rest
  return `${text.slice(0, start + 1)}${indent}${item}${close}`
}

function show(value: unknown, depth: number, unit: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `\n${unit.repeat(depth)}`)
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g

/** Reads the container that begins behind `from`, in plain JSON that is known to be right. */
function findContainer(json: string, from: number): Container {
  const fields = new Map<string, number>()
  let start = -1
  let lastEnd: number | null = null
  let depth = 0
  let key: string | null = null
  TOKEN.lastIndex = from
  for (let match = TOKEN.exec(json); match; match = TOKEN.exec(json)) {
    const [token] = match
    if (depth === 1 && token.startsWith('"') && /^\s*:/.test(json.slice(TOKEN.lastIndex))) {
      key = JSON.parse(token)
    } else if (depth === 1 && key !== null && token !== ':') {
      fields.set(key, match.index)
      key = null
    }
    if (token === '[' || token === '{') {
      depth += 1
      if (depth === 1) start = match.index
    } else if (token === ']' || token === '}') depth -= 1
    if (depth === 0) break
    if (depth === 1 && match.index !== start && token !== ',' && token !== ':') lastEnd = TOKEN.lastIndex
  }
  return { start, lastEnd, fields }
}
