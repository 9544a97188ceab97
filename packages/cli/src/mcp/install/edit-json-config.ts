import { isObject, type JsonObject } from '@antiphon/contract'
import type { TextOutcome } from '@antiphon/host'
import { applyEdits, type Edit, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

export type ConfigEdit = {
  /** The fields that lead to the servers. */
  readonly at: readonly string[]
  readonly name: string
  /** Null where it is to be taken out. */
  readonly entry: JsonObject | null
}

/** Puts a server into settings in JSON, comments allowed, or takes it out; all else stays byte for byte. */
export function editJsonConfig(text: string, { at, name, entry }: ConfigEdit): TextOutcome {
  const whole = text.trim() === '' ? '{}\n' : text
  const refusal = refuse(whole, at)
  if (refusal !== null) return { problem: refusal }
  const known = readAt(parse(whole), [...at, name])
  if (entry === null && known === undefined) return { text }
  if (entry !== null && JSON.stringify(known) === JSON.stringify(entry)) return { text }
  // Its own formatting would lay out the neighbours anew, too.
  const edits = modify(whole, [...at, name], entry ?? undefined, {})
  return {
    text: applyEdits(
      whole,
      edits.map(edit => layOut(edit, { whole, at })),
    ),
  }
}

/** An inserted property on lines of its own, as deep as it stands; or another value for one. */
function layOut(edit: Edit, { whole, at }: { readonly whole: string; readonly at: readonly string[] }): Edit {
  const [, comma = '', property = ''] = /^(,?)("[\s\S]*)$/.exec(edit.content) ?? []
  const { unit, end } = formatOf(whole)
  if (edit.content.startsWith('{')) {
    const value = JSON.stringify(JSON.parse(edit.content), null, unit).split('\n')
    return { ...edit, content: value.join(`${end}${unit.repeat(at.length + 1)}`) }
  }
  if (property === '') return edit
  const lines = JSON.stringify(JSON.parse(`{${property}}`), null, unit)
    .split('\n')
    .slice(1, -1)
  const outer = unit.repeat(property.startsWith(JSON.stringify(at[0])) ? 0 : at.length)
  const isAlone = comma === '' && /^\s*\}/.test(whole.slice(edit.offset))
  const tail = isAlone && !/^\s*\n/.test(whole.slice(edit.offset)) ? `${end}${outer}` : ''
  return { ...edit, content: `${comma}${end}${lines.map(line => outer + line).join(end)}${tail}` }
}

/** What is in the way; a file that is damaged is left to its owner. */
function refuse(text: string, at: readonly string[]): string | null {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length
    return `is no JSON: ${printParseErrorCode(first.error)} in line ${line}. Mend it, or add the entry by hand`
  }
  if (!isObject(value) || Array.isArray(value)) return 'holds no JSON object'
  for (let depth = 1; depth <= at.length; depth++) {
    const inner = readAt(value, at.slice(0, depth))
    if (inner !== undefined && (!isObject(inner) || Array.isArray(inner)))
      return `has something else than servers in ${at.slice(0, depth).join('.')}`
  }
  return null
}

function readAt(value: unknown, path: readonly string[]): unknown {
  let inner = value
  for (const field of path) inner = isObject(inner) && Object.hasOwn(inner, field) ? inner[field] : undefined
  return inner
}

/** How the file is written. */
function formatOf(text: string): { readonly unit: string; readonly end: string } {
  return {
    unit: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ',
    end: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
