import { isObject, type JsonObject } from '@antiphon/contract'
import type { TextOutcome } from '@antiphon/host'
import { parse, stringify } from 'smol-toml'
import type { ConfigEdit } from './edit-json-config.ts'

/** Puts a server into settings in TOML as a table at their end, or takes it out; all else stays byte for byte. */
export function editTomlConfig(text: string, { at, name, entry }: ConfigEdit): TextOutcome {
  const before = read(text)
  if ('problem' in before) return before
  const known = readAt(before.value, [...at, name])
  if (known === undefined && entry === null) return { text }
  if (known !== undefined && entry !== null && isSame(known, entry)) return { text }
  const without = known === undefined ? text : removeTable(text, [...at, name])
  const cleared = read(without)
  if ('problem' in cleared || readAt(cleared.value, [...at, name]) !== undefined)
    return {
      problem: `has ${[...at, name].join('.')} written in a way that is not changed here. Change it by hand`,
    }
  const next = entry === null ? without : addTable(without, { path: [...at, name], entry })
  const after = read(next)
  if ('problem' in after) return { problem: `would not be TOML any more with that entry. Change it by hand` }
  return { text: next }
}

type ReadToml = { readonly value: unknown } | { readonly problem: string }

function read(text: string): ReadToml {
  try {
    return { value: parse(text) }
  } catch (error) {
    const [words = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return { problem: `is no TOML: ${words}. Mend it, or add the entry by hand` }
  }
}

function readAt(value: unknown, path: readonly string[]): unknown {
  let inner = value
  for (const field of path) inner = isObject(inner) && Object.hasOwn(inner, field) ? inner[field] : undefined
  return inner
}

function isSame(known: unknown, entry: JsonObject): boolean {
  return JSON.stringify(known) === JSON.stringify(entry)
}

/** The lines of `[path]` and of all tables below it, with the blank lines before them. */
function removeTable(text: string, path: readonly string[]): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const kept: string[] = []
  let isInside = false
  for (const line of text.split(end)) {
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/.exec(line)?.[1]
    if (header !== undefined) isInside = isBelow(header, path)
    if (!isInside) kept.push(line)
    else if (header !== undefined) while (kept.length > 0 && kept.at(-1)?.trim() === '') kept.pop()
  }
  const left = kept.join(end)
  return left === '' || left.endsWith(end) ? left : left + end
}

function isBelow(header: string, path: readonly string[]): boolean {
  const names = header.split('.').map(part => part.trim().replace(/^(["'])(.*)\1$/, '$2'))
  return path.every((name, depth) => names[depth] === name)
}

function addTable(
  text: string,
  { path, entry }: { readonly path: readonly string[]; readonly entry: JsonObject },
): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const table = [`[${path.join('.')}]`, ...stringify(entry).trimEnd().split('\n')].join(end)
  const before = text === '' ? '' : `${text}${text.endsWith(end) ? '' : end}${end}`
  return `${before}${table}${end}`
}
